import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ours = fileURLToPath(new URL('../lib/schema.ts', import.meta.url))

/** In scripts for the browser `zod/mini` is `lib/schema.ts`, a tenth of its size. Everywhere else it is itself. */
export function lightSchemas(): Plugin {
  return {
    name: 'light-schemas',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (id) => (id === 'zod/mini' ? ours : undefined),
  }
}
