import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { screens } from './screens.ts'

const virtualModule = /^\0?virtual:(inline|module|desk-inline)\/([\w/-]+)$/

async function bundleScript(kind: string, name: string): Promise<Rolldown.OutputChunk> {
  const entry = fileURLToPath(new URL(`../../lib/${name}.ts`, import.meta.url))
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [screens(kind === 'desk-inline' ? 'desk' : undefined)],
    define: {
      'import.meta.env.SSR': 'false',
      'process.env.NODE_ENV': '"production"',
      'import.meta.env.PUBLIC_API_URL': JSON.stringify(process.env.PUBLIC_API_URL ?? '/api'),
    },
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      lib: { entry, formats: [kind === 'module' ? 'es' : 'iife'], name: 'inline' },
    },
  })
  const [{ output }] = result as [Rolldown.RolldownOutput]
  return output[0]
}

/**
 * Bundles `lib/<name>.ts` as text: `virtual:inline/<name>` as a classic script for the head, `virtual:module/<name>`
 * as a module to serve, `virtual:desk-inline/<name>` like the first, with the screens of the desk.
 */
export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    resolveId: (id) => (virtualModule.test(id) ? `\0${id}` : undefined),
    async load(id) {
      const [, kind, name = ''] = virtualModule.exec(id) ?? []
      if (kind === undefined) return undefined
      const { code, moduleIds } = await bundleScript(kind, name)
      for (const file of moduleIds) this.addWatchFile(file)
      return `export default ${JSON.stringify(code.trim())}`
    },
  }
}
