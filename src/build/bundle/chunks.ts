import type { Plugin, Rolldown } from 'vite'

type ModuleLookup = Pick<Rolldown.PluginContext, 'getModuleInfo'>

const appEntry = /\/src\/islands\/shell\/AppIsland\.tsx$/
/** The most common first view shares one chunk with the modules that it has in common with others. */
const firstView = /\/src\/islands\/reports\/dashboard\/(DashboardView\.tsx|screen\.ts)$/
const reportList = /\/src\/islands\/reports\/(channels\/ChannelReportView|videos\/VideoReportView)\.tsx$/
/** The page of a track is made of the parts of reports. */
const reportModule = /\/src\/islands\/(reports|portal\/musics\/track)\//
const listPart =
  /\/src\/islands\/kit\/(tables\/|ui\/|hooks\/|island\/|timeline\/|forms\/(SearchField|Select)\.)/
const chartPart = /\/src\/islands\/kit\/charts\//
const pageScript = /\.astro\?.*type=script/

/** They change less often than the app, so browsers cache them for longer. */
const libraries = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler|@astrojs\/react)\// },
  { name: 'uplot', test: /\/node_modules\/uplot\// },
]

/** Finds entries and dynamically imported modules that reach a module through static imports. */
function findRoots(id: string, look: ModuleLookup, seen = new Set<string>()): string[] {
  if (seen.has(id)) return []
  seen.add(id)
  const info = look.getModuleInfo(id)
  const parentRoots = (info?.importers ?? []).flatMap((importer) => findRoots(importer, look, seen))
  const isRoot = !info || info.isEntry || info.dynamicImporters.length > 0 || info.importers.length === 0
  return isRoot ? [id, ...parentRoots] : parentRoots
}

const isChartOfReports = (id: string, roots: readonly string[]): boolean =>
  chartPart.test(id) && roots.some((root) => reportModule.test(root))

function getChunkName(id: string, look: ModuleLookup): string | null {
  const roots = findRoots(id, look)
  if (roots.some((root) => appEntry.test(root))) return 'console'
  const isOfReports = roots.every((root) => reportModule.test(root))
  // Many small style sheets delay the first paint longer than a few unused rules do. One that arrives before another
  // makes the browser lay out the whole page twice.
  const isShared = new Set(roots).size > 1
  if (isShared && /\.css$/.test(id) && (isOfReports || isChartOfReports(id, roots))) return 'reports'
  if (!roots.some((root) => firstView.test(root))) return null
  return isOfReports ? 'reports' : 'parts'
}

/** True if several views share the module, but no page with its own script, and not only reports. */
function isSharedByLists(id: string, look: ModuleLookup): boolean {
  if (!listPart.test(id)) return false
  const roots = new Set(findRoots(id, look))
  if ([...roots].every((root) => reportModule.test(root))) return false
  return roots.size > 1 && [...roots].every((root) => look.getModuleInfo(root)?.isEntry === false)
}

/** True if report lists share the module with other reports, but not with the first view. */
function isSharedByReports(id: string, look: ModuleLookup): boolean {
  const roots = new Set(findRoots(id, look))
  const all = [...roots]
  return (
    roots.size > 1 &&
    all.every((root) => reportModule.test(root)) &&
    all.some((root) => reportList.test(root))
  )
}

/** Static pages must not load the app for a few shared lines. */
function isSharedWithPageScript(id: string, look: ModuleLookup): boolean {
  const roots = findRoots(id, look)
  return roots.length > 1 && roots.some((root) => pageScript.test(root)) && getChunkName(id, look) !== null
}

/**
 * Bundles everything that the app always needs into few chunks: many small ones compress worse, by some 4 kB, and
 * compete for the connection.
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
                      ...libraries.map((library) => ({ ...library, priority: 4 })),
                      { name: (id, look) => (isSharedWithPageScript(id, look) ? 'page' : null), priority: 3 },
                      { name: getChunkName, priority: 2 },
                      { name: (id, look) => (isSharedByLists(id, look) ? 'lists' : null), priority: 1 },
                      {
                        name: (id, look) => (isSharedByReports(id, look) ? 'report-lists' : null),
                        priority: 0,
                      },
                    ],
                  },
                },
              },
            },
          }
        : undefined,
  }
}
