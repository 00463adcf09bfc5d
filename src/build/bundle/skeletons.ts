import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { createClassName } from './class-names.ts'
import { screens } from './screens.ts'

const entry = fileURLToPath(new URL('../../islands/shell/render-skeleton.tsx', import.meta.url))
const moduleId = '\0virtual:skeletons'

/**
 * Bundles the views separately as `virtual:skeletons`, to render them at build time: pages that imported the views
 * would link the styles of all of them.
 */
export function skeletons(): Plugin {
  return {
    name: 'skeletons',
    resolveId: (id) => (id === 'virtual:skeletons' ? moduleId : undefined),
    async load(id) {
      if (id !== moduleId) return undefined
      const { code, moduleIds } = await bundleViews()
      for (const file of moduleIds) this.addWatchFile(file)
      return code
    },
  }
}

async function bundleViews(): Promise<Rolldown.OutputChunk> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [screens()],
    css: { modules: { generateScopedName: createClassName } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: entry,
      write: false,
      minify: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const [chunk] = (result as Rolldown.RolldownOutput).output
  return chunk
}
