import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

const name = 'virtual:head-script'
const resolved = `\0${name}`
const entry = fileURLToPath(new URL('../lib/head.ts', import.meta.url))

async function bundle(): Promise<Rolldown.OutputChunk> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      lib: { entry, formats: ['iife'], name: 'head' },
      rolldownOptions: { treeshake: { manualPureFunctions: ['z', 'endpoint'] } },
    },
  })
  const [{ output }] = result as [Rolldown.RolldownOutput]
  return output[0]
}

/** Gives `lib/head.ts` as one classic script to be put into the page: it has to run before anything is painted. */
export function headScript(): Plugin {
  return {
    name: 'head-script',
    resolveId: (id) => (id === name ? resolved : undefined),
    async load(id) {
      if (id !== resolved) return undefined
      const { code, moduleIds } = await bundle()
      for (const file of moduleIds) this.addWatchFile(file)
      return `export default ${JSON.stringify(code.trim())}`
    },
  }
}
