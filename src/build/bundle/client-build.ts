import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { getScreenPaths } from '#islands/kit/screen/manifest.ts'
import type { ClientBuild, StyleSheet } from '#lib/page/prerender/preload-links.ts'
import { loadDeskScreens, loadScreens } from './screens.ts'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

const toUrl = (file: string) => `/${file}`
const islandEntry = /\/src\/islands\/.*Island\.tsx$/
const islandRenderer = /\/@astrojs\/react\/.*client\.js$/
const viewModule = /View\.tsx$/

/** Lists a chunk after everything that it imports. */
function collectImports(file: string, bundle: Bundle, found = new Set<string>()): Set<string> {
  const output = bundle[file]
  if (output?.type !== 'chunk' || found.has(file)) return found
  for (const next of output.imports) collectImports(next, bundle, found)
  return found.add(file)
}

function readStyleSheet(file: string, bundle: Bundle): StyleSheet {
  const output = bundle[file]
  if (output?.type !== 'asset') throw new Error(`No style sheet ${file} in the build`)
  return { href: toUrl(file), css: String(output.source).trim() }
}

function describeFile(file: string, bundle: Bundle) {
  const { viteMetadata } = bundle[file] as Chunk
  const styles = [...(viteMetadata?.importedCss ?? [])].map((sheet) => readStyleSheet(sheet, bundle))
  return { href: toUrl(file), styles }
}

/** A screen's manifest loads its view and its dialogs; the view is the one whose name ends with `View`. */
function findView(manifest: string, { getModuleInfo }: Rolldown.PluginContext): string {
  const [view, ...others] = (getModuleInfo(manifest)?.dynamicallyImportedIds ?? []).filter((id) =>
    viewModule.test(id),
  )
  if (!view || others.length > 0) throw new Error(`${manifest} must import one …View.tsx`)
  return view
}

async function describeBuild(context: Rolldown.PluginContext, bundle: Bundle): Promise<ClientBuild> {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const findChunk = (module: string) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module))
    if (!chunk) throw new Error(`No script of the build contains ${module}`)
    return chunk.fileName
  }
  const collectAll = (files: readonly string[]) =>
    files.reduce((found, file) => collectImports(file, bundle, found), new Set<string>())
  const entries = chunks.filter(({ isEntry }) => isEntry)
  const renderers = entries.filter(({ facadeModuleId }) => islandRenderer.test(facadeModuleId ?? ''))
  const islands = entries.filter(({ facadeModuleId }) => islandEntry.test(facadeModuleId ?? ''))
  const screens = [...(await loadScreens()), ...(await loadDeskScreens())].filter(({ screen }) => screen.load)
  return {
    islands: Object.fromEntries(
      islands.map((island) => {
        const files = collectAll([...renderers, island].map(({ fileName }) => fileName))
        return [island.name, [...files].map(toUrl)]
      }),
    ),
    views: Object.fromEntries(
      screens.flatMap(({ file, screen }) => {
        const files = [...collectAll([file, findView(file, context)].map(findChunk))]
        return getScreenPaths(screen).map((path) => [path, files.map((name) => describeFile(name, bundle))])
      }),
    ),
  }
}

const moduleId = '\0virtual:client-build'

/** Tells pages, through `virtual:client-build`, which client files their island and their view need. */
export function clientBuild(): Plugin {
  let table: string | undefined
  return {
    name: 'client-build',
    configResolved({ command, environments }) {
      // Astro removes the folder after it has rendered the pages.
      const folder = environments.prerender?.build.outDir
      table = command === 'build' && folder ? join(folder, 'client-build.json') : undefined
    },
    resolveId: (id) => (id === 'virtual:client-build' ? moduleId : undefined),
    load(id) {
      if (id !== moduleId) return undefined
      if (!table) return 'export const clientBuild = undefined'
      return [
        `import { readFileSync } from 'node:fs'`,
        `export const clientBuild = JSON.parse(readFileSync(${JSON.stringify(table)}, 'utf8'))`,
      ].join('\n')
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        if (this.environment.name !== 'client' || !table) return
        await writeFile(table, JSON.stringify(await describeBuild(this, bundle)))
      },
    },
  }
}
