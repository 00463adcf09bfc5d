import type { Plugin, Rolldown } from 'vite'

type ModuleLookup = Pick<Rolldown.PluginContext, 'getModuleInfo'>

const appEntry = /\/src\/islands\/shell\/AppIsland\.tsx$/
/** The view that most visits begin with: what it shares with others comes in one piece. */
const firstView = /\/src\/islands\/reports\/DashboardView\.tsx$/
const pageScript = /\.astro\?.*type=script/

/** Where the ways end that lead to a module by static imports: entries, and parts that are loaded on demand. */
function findRoots(id: string, look: ModuleLookup, seen = new Set<string>()): string[] {
  if (seen.has(id)) return []
  seen.add(id)
  const info = look.getModuleInfo(id)
  const parentRoots = (info?.importers ?? []).flatMap((importer) => findRoots(importer, look, seen))
  const isRoot = !info || info.isEntry || info.dynamicImporters.length > 0 || info.importers.length === 0
  return isRoot ? [id, ...parentRoots] : parentRoots
}

/** The piece that a module belongs to; null leaves it to the bundler. */
function getChunkName(id: string, look: ModuleLookup): string | null {
  if (/\/node_modules\/(react|react-dom|scheduler)\//.test(id)) return 'react'
  const roots = findRoots(id, look)
  if (roots.some((root) => appEntry.test(root))) return 'console'
  return roots.length > 1 && roots.some((root) => firstView.test(root)) ? 'reports' : null
}

/** Pages that are only to be read must not load the console for a few lines that both need. */
function isSharedWithPageScript(id: string, look: ModuleLookup): boolean {
  const roots = findRoots(id, look)
  return roots.length > 1 && roots.some((root) => pageScript.test(root)) && getChunkName(id, look) !== null
}

/**
 * Puts what the console always needs into few pieces: many small ones pack worse, by some 4 kB, and take turns on the
 * connections.
 */
export function chunks(): Plugin {
  return {
    name: 'chunks',
    apply: 'build',
    configEnvironment: (name) =>
      name === 'client'
        ? {
            build: {
              rolldownOptions: {
                output: {
                  codeSplitting: {
                    groups: [
                      { name: (id, look) => (isSharedWithPageScript(id, look) ? 'page' : null), priority: 2 },
                      { name: getChunkName, priority: 1 },
                    ],
                  },
                },
              },
            },
          }
        : undefined,
  }
}
