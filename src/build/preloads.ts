import { glob, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import type { Plugin, Rolldown } from 'vite'
import { stripLocale } from '#lib/i18n/language.ts'

/** What the first view of a page is made of beyond its islands, by the page's path without its language. */
const preloadedModules: Readonly<Record<string, readonly string[]>> = {
  '/dashboard': ['reports/DashboardView.tsx', 'charts/Chart.tsx'],
  '/report-channel': ['reports/channels/ChannelReportView.tsx', 'charts/Chart.tsx'],
  '/report-video': ['reports/videos/VideoReportView.tsx', 'charts/Chart.tsx'],
  '/manage-channel': ['channels/view-loader.ts', 'channels/ChannelsView.tsx'],
  '/manage-member': ['members/view-loader.ts', 'members/MembersView.tsx'],
  '/payment-info': ['payment/PaymentView.tsx'],
  '/config-account': ['account/AccountView.tsx'],
  '/notices': ['notices/NoticesView.tsx'],
  '/musics': ['musics/MusicsView.tsx'],
  '/musics/all': ['musics/MusicsView.tsx'],
  '/musics/tags': ['musics/MusicsView.tsx'],
  '/musics/shopping': ['musics/MusicsView.tsx'],
}

interface Script {
  /** The module that it is there for. */
  readonly module: string
  readonly imports: readonly string[]
}

/** The scripts of the build, by address. */
type Scripts = Map<string, Script>

/**
 * Remembers what the browser's scripts are made of. Styles that Astro took out of the bundle stand in the pages already:
 * scripts must not wait for files that are not there.
 */
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
  module: chunk.facadeModuleId ?? '',
  imports: chunk.imports.map((name) => `/${name}`),
})

/** The scripts and all that they import, each before what needs it. */
function collectImports(urls: Iterable<string>, scripts: Scripts, all = new Set<string>()): Set<string> {
  for (const address of urls) {
    if (all.has(address)) continue
    collectImports(scripts.get(address)?.imports ?? [], scripts, all)
    all.add(address)
  }
  return all
}

function findScriptUrl(part: string, scripts: Scripts): string {
  const found = [...scripts].find(([, { module }]) => module.endsWith(`/src/islands/${part}`))
  if (!found) throw new Error(`There is no script for ${part}, which preloads.ts names`)
  return found[0]
}

/**
 * Links to all that the page's first view is made of. What hydrates the page comes first; the view's own parts follow
 * while that is at work.
 */
function renderPreloadLinks(page: string, html: string, scripts: Scripts): string {
  const islands = [...html.matchAll(/\s(?:component|renderer)-url="(\/_astro\/[^"]+\.js)"/g)].map(
    ([, url = '']) => url,
  )
  if (islands.length === 0) return ''
  const first = collectImports(islands.reverse(), scripts)
  const parts = (preloadedModules[stripLocale(`/${page}`)] ?? []).map((part) => findScriptUrl(part, scripts))
  return [...collectImports(parts, scripts, new Set(first))]
    .map((address) => {
      const later = first.has(address) ? '' : ' fetchpriority="low"'
      return `<link rel="modulepreload" href="${address}"${later}>`
    })
    .join('')
}

/** An island that waits in a template may never be needed. */
const islandInTemplate = /(<template\b[^>]*>)((?:(?!<\/template>)[\s\S])*?<astro-island[\s\S]*?<\/template>)/

/** Before the head's script, which keeps the parser from all that stands behind it; for a template in it. */
function insertPreloadLinks(page: string, html: string, scripts: Scripts): string {
  const [, start = '', waiting = ''] = islandInTemplate.exec(html) ?? []
  const links = renderPreloadLinks(page, html.replace(waiting, ''), scripts)
  return html
    .replace(start + waiting, () => start + renderPreloadLinks(page, waiting, scripts) + waiting)
    .replace('<script>', () => `${links}<script>`)
}

/** Tells each page of all that its first view is made of, so that no part has to wait for another to name it. */
export function preloads(): AstroIntegration {
  const scripts: Scripts = new Map()
  return {
    name: 'preloads',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [collectScripts(scripts)] } })
      },
      'astro:build:done': async ({ dir }) => {
        for await (const page of glob('**/*.html', { cwd: fileURLToPath(dir) })) {
          const html = await readFile(new URL(page, dir), 'utf8')
          await writeFile(new URL(page, dir), insertPreloadLinks(page, html, scripts))
        }
      },
    },
  }
}
