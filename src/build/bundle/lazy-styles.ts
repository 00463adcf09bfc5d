import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

const isChunk = (output: Bundle[string]): output is Rolldown.OutputChunk => output.type === 'chunk'

function collectReachable(bundle: Bundle, file: string, isStatic: boolean, found = new Set<string>()) {
  const output = bundle[file]
  if (!output || !isChunk(output) || found.has(file)) return found
  found.add(file)
  for (const next of [...output.imports, ...(isStatic ? [] : output.dynamicImports)])
    collectReachable(bundle, next, isStatic, found)
  return found
}

/** Finds chunks that entries import only dynamically: no page links their styles. */
function findLazyChunks(bundle: Bundle): Rolldown.OutputChunk[] {
  const chunks = Object.values(bundle).filter(isChunk)
  const entries = chunks
    .filter(({ isEntry }) => isEntry)
    .map(({ fileName }) => ({
      all: collectReachable(bundle, fileName, false),
      own: collectReachable(bundle, fileName, true),
    }))
  return chunks.filter(({ fileName }) =>
    entries.some(({ all, own }) => all.has(fileName) && !own.has(fileName)),
  )
}

/** Splits styles like code: otherwise Astro links the styles of every module that a page might ever import. */
export function lazyStyles(): Plugin[] {
  return [
    {
      name: 'lazy-styles:pages',
      apply: 'build',
      enforce: 'pre',
      applyToEnvironment: ({ name }) => name === 'prerender',
      // Prerendering never runs a dynamic import of an island.
      resolveDynamicImport: (_, importer) => (importer?.includes('/src/islands/') ? '\0lazy-module' : null),
      load: (id) => (id === '\0lazy-module' ? 'export {}' : null),
    },
    {
      name: 'lazy-styles:chunks',
      apply: 'build',
      applyToEnvironment: ({ name }) => name === 'client',
      generateBundle: {
        order: 'pre',
        handler(_, bundle) {
          const lazyChunks = new Set(findLazyChunks(bundle))
          for (const chunk of Object.values(bundle).filter(isChunk)) {
            const { importedCss, importedAssets } = chunk.viteMetadata ?? {}
            if (!lazyChunks.has(chunk)) importedCss?.clear()
            // Astro deletes styles that no page links, except those that are assets of a chunk.
            for (const file of importedCss ?? []) importedAssets?.add(file)
          }
        },
      },
    },
  ]
}
