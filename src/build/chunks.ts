import type { Plugin, Rolldown } from 'vite'

type Lookup = Pick<Rolldown.PluginContext, 'getModuleInfo'>

const consoleEntry = /\/src\/islands\/console\/ConsoleIsland\.tsx$/
/** The view that most visits begin with: what it shares with others comes in one piece. */
const firstView = /\/src\/islands\/reports\/DashboardView\.tsx$/
const pageScript = /\.astro\?.*type=script/

/** Where the ways end that lead to a module by static imports: entries, and parts that are loaded on demand. */
function rootsOf(id: string, look: Lookup, seen = new Set<string>()): string[] {
  if (seen.has(id)) return []
  seen.add(id)
  const info = look.getModuleInfo(id)
  const above = (info?.importers ?? []).flatMap((importer) => rootsOf(importer, look, seen))
  const own = !info || info.isEntry || info.dynamicImporters.length > 0 || info.importers.length === 0
  return own ? [id, ...above] : above
}

/** The piece that a module belongs to; null leaves it to the bundler. */
function pieceOf(id: string, look: Lookup): string | null {
  if (/\/node_modules\/(react|react-dom|scheduler)\//.test(id)) return 'react'
  const roots = rootsOf(id, look)
  if (roots.some((root) => consoleEntry.test(root))) return 'console'
  return roots.length > 1 && roots.some((root) => firstView.test(root)) ? 'reports' : null
}

/** Pages that are only to be read must not load the console for a few lines that both need. */
function isReadToo(id: string, look: Lookup): boolean {
  const roots = rootsOf(id, look)
  return roots.length > 1 && roots.some((root) => pageScript.test(root)) && pieceOf(id, look) !== null
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
                      { name: (id, look) => (isReadToo(id, look) ? 'page' : null), priority: 2 },
                      { name: pieceOf, priority: 1 },
                    ],
                  },
                },
              },
            },
          }
        : undefined,
  }
}
