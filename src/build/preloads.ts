import { glob, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import type { Plugin, Rolldown } from 'vite'
import { getScreenPaths } from '#islands/kit/screen/manifest.ts'
import { stripLocale } from '#lib/i18n/language.ts'
import { inlineStyles } from './inline-styles.ts'
import { islandsFolder, loadScreens } from './screens.ts'

interface Script {
  readonly modules: readonly string[]
  readonly imports: readonly string[]
  /** Styles that no page links already. */
  readonly styles: readonly string[]
}

type Scripts = Map<string, Script>

/** Also removes styles that Astro has inlined into pages, so that no script waits for them. */
function collectScripts(scripts: Scripts): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const styles = chunk.viteMetadata?.importedCss
        for (const style of styles ?? []) if (!bundle[style]) styles?.delete(style)
        scripts.set(`/${chunk.fileName}`, toScript(chunk))
      }
    },
  }
}

const toScript = (chunk: Rolldown.OutputChunk): Script => ({
  modules: chunk.moduleIds,
  imports: chunk.imports.map((name) => `/${name}`),
  styles: [...(chunk.viteMetadata?.importedCss ?? [])].map((name) => `/${name}`),
})

function collectImports(urls: Iterable<string>, scripts: Scripts, all = new Set<string>()): Set<string> {
  for (const url of urls) {
    if (all.has(url)) continue
    collectImports(scripts.get(url)?.imports ?? [], scripts, all)
    all.add(url)
  }
  return all
}

const findImports = (load: () => unknown, manifest: string) =>
  [...String(load).matchAll(/\bimport\(\s*['"](#islands|\.)(\/[^'"]+)['"]/g)].map(([, root, path = '']) =>
    join(root === '.' ? dirname(manifest) : islandsFolder, path),
  )

async function listViewModules(): Promise<Map<string, readonly string[]>> {
  const screens = await loadScreens()
  return new Map(
    screens.flatMap(({ file, screen }) => {
      const modules = screen.load ? [file, ...findImports(screen.load, file)] : []
      return getScreenPaths(screen).map((path) => [path, modules] as const)
    }),
  )
}

function findScriptUrl(module: string, scripts: Scripts): string {
  const found = [...scripts].find(([, script]) => script.modules.includes(module))
  if (!found) throw new Error(`No script of the build contains ${module}, which a screen loads`)
  return found[0]
}

interface Links {
  readonly preloads: string
  /** Of the view. */
  readonly styles: string
}

interface ViewModules {
  readonly page: readonly string[]
  /** Of the view of the paths below, which the page serves, too. */
  readonly items: readonly string[]
}

/**
 * Islands' scripts, and those of the first view, which the head script preloads once it is their turn: of a page of two views,
 * only what the shown one needs. Templates have no head script.
 */
function renderLinks(
  { page, items }: ViewModules,
  html: string,
  scripts: Scripts,
  isTemplate = false,
): Links {
  const islands = [...html.matchAll(/\s(?:component|renderer)-url="(\/_astro\/[^"]+\.js)"/g)].map(
    ([, url = '']) => url,
  )
  if (islands.length === 0) return { preloads: '', styles: '' }
  const first = collectImports(islands.reverse(), scripts)
  const toUrls = (modules: readonly string[]) => modules.map((module) => findScriptUrl(module, scripts))
  const ofPage = collectImports(toUrls(page), scripts, new Set(first))
  const ofItems = collectImports(toUrls(items), scripts, new Set(first))
  const all = [...ofPage.union(ofItems)]
  const preloadLinks = all.map((url) => {
    if (first.has(url)) return `<link rel="modulepreload" href="${url}">`
    const isShared = items.length === 0 || (ofPage.has(url) && ofItems.has(url))
    const view = isShared ? 'all' : ofPage.has(url) ? 'page' : 'item'
    return `<link ${isTemplate ? 'rel="modulepreload"' : `data-preload="${view}"`} href="${url}" fetchpriority="low">`
  })
  const styleLinks = all
    .filter((url) => !first.has(url))
    .flatMap((url) => scripts.get(url)?.styles ?? [])
    .map((url) => `<link rel="stylesheet" href="${url}">`)
  return { preloads: preloadLinks.join(''), styles: styleLinks.join('') }
}

const islandInTemplate = /(<template\b[^>]*>)((?:(?!<\/template>)[\s\S])*?<astro-island[\s\S]*?<\/template>)/

/** Links of a template's islands go into the template. */
function insertLinks(modules: ViewModules, html: string, scripts: Scripts): string {
  const [, start = '', waiting = ''] = islandInTemplate.exec(html) ?? []
  const page = renderLinks(modules, html.replace(waiting, ''), scripts)
  const inTemplate = renderLinks(modules, waiting, scripts, true)
  return html
    .replace(start + waiting, () => start + inTemplate.preloads + inTemplate.styles + waiting)
    .replace(headScript, (script) => page.preloads + script + page.styles)
}

/** It blocks the parser, so preloads go before it. */
const headScript = /<script>[\s\S]*?<\/script>/

/** Preloads all scripts of a page's first view to avoid import waterfalls, and puts its styles into the page. */
export function preloads(): AstroIntegration {
  const scripts: Scripts = new Map()
  return {
    name: 'preloads',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [collectScripts(scripts)] } })
      },
      'astro:build:done': async ({ dir }) => {
        const viewModules = await listViewModules()
        for await (const page of glob('**/*.html', { cwd: fileURLToPath(dir) })) {
          const html = await readFile(new URL(page, dir), 'utf8')
          const path = stripLocale(`/${page}`)
          const getModules = (pattern: string) => viewModules.get(pattern) ?? []
          const modules = { page: getModules(path), items: getModules(`${path}/*`) }
          const linked = insertLinks(modules, html, scripts)
          await writeFile(new URL(page, dir), await inlineStyles(linked, dir))
        }
      },
    },
  }
}
