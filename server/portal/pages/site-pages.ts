import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { isLocale, locales } from '#contract/platform/locale.ts'
import { toPagePath } from '#contract/platform/page-path.ts'
import { originPlaceholder } from '#contract/portal/hosting.ts'
import { fillSitemap, type PageContent } from '#lib/page/fill/fill-page.ts'
import type { Encoding } from '#server/platform/http/response/content-negotiation.ts'
import type { PageNeeds } from './page-content.ts'

/** About 40 pages for each of 100 sites, 20 kB each. */
const maxCachedPages = 4000

export interface RenderedPage {
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly type: string
  readonly encoding: Encoding
  readonly etag: string
  /** Read from the meta element, where static hosts have it; undefined for pages without one. */
  readonly policy: string | undefined
}

export interface Rendering {
  /** Defaults to the build's placeholder. */
  readonly origin: string | undefined
  /** Null for unknown hosts, whose pages are neither filled nor cached: callers control the Host header. */
  readonly content: PageContent | null
  readonly encoding: Encoding
}

export interface SitePages {
  has(path: string): boolean
  getNeeds(path: string): PageNeeds | undefined
  render(path: string, rendering: Rendering): Promise<RenderedPage | undefined>
}

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)]

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

interface Page {
  readonly extension: string
  readonly text: string
  readonly policy: string | undefined
  readonly needs: PageNeeds
}

export async function loadSitePages(folder: string): Promise<SitePages> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => extname(name) in contentTypes)
  const entries = await Promise.all(
    names.map(async (name) => [getPagePath(name), await readPage(join(folder, name))] as const),
  )
  const pages = new Map(entries)
  const cache = new LRUCache<string, Promise<RenderedPage>>({ max: maxCachedPages })
  return {
    has: (path) => pages.has(path),
    getNeeds: (path) => pages.get(path)?.needs,
    async render(path, { origin = originPlaceholder, content, encoding }) {
      const page = pages.get(path)
      if (page === undefined) return undefined
      const renderFresh = async () => encodePage(page, await fillText(page, origin, content), encoding)
      if (!content) return renderFresh()
      const key = [encoding, origin, path, hash(JSON.stringify(content))].join(' ')
      const cached = cache.get(key)
      if (cached) return cached
      const rendering = renderFresh()
      cache.set(key, rendering)
      rendering.catch(() => cache.delete(key))
      return rendering
    },
  }
}

async function readPage(file: string): Promise<Page> {
  const text = await readFile(file, 'utf8')
  const [, language] = /<html lang="([^"]+)"/.exec(text) ?? []
  return {
    extension: extname(file),
    text,
    policy: /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1],
    needs: {
      locale: isLocale(language) ? language : locales[0],
      hasPopularTracks: text.includes(' data-popular='),
      isHome: text.includes(' data-home'),
    },
  }
}

async function fillText(
  { extension, text }: Page,
  origin: string,
  content: PageContent | null,
): Promise<string> {
  const page = text.replaceAll(originPlaceholder, origin)
  if (!content) return page
  if (extension === '.xml') return fillSitemap(page, content)
  if (extension !== '.html') return page
  const { fillHtml } = await import('#lib/page/fill/fill-html.ts')
  return fillHtml(page, content, origin)
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

const encodePage = async (
  { extension, policy }: Page,
  text: string,
  encoding: Encoding,
): Promise<RenderedPage> => ({
  body: await compress(text, encoding),
  type: contentTypes[extension] ?? '',
  encoding,
  etag: `"${hash(text)}-${encoding}"`,
  policy,
})

async function compress(page: string, encoding: Encoding): Promise<RenderedPage['body']> {
  if (encoding === 'gzip') return new Uint8Array(await toGzip(page))
  if (encoding === 'identity') return page
  // Quality 9 takes half the time of 11 for a few more bytes.
  return new Uint8Array(await toBrotli(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
}

const getPagePath = (file: string): string => toPagePath(`/${file.split(sep).join('/')}`)
