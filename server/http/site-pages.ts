import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { originPlaceholder } from '#contract/hosting.ts'
import type { Encoding } from './content-negotiation.ts'

/** About 40 pages for each of 100 sites, 15 kB each. */
const maxCachedPages = 4000

export interface RenderedPage {
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly type: string
  readonly encoding: Encoding
  readonly etag: string
  /** From its meta element, where static hosts have it; undefined for pages without one. */
  readonly policy: string | undefined
}

export interface SitePages {
  has(path: string): boolean
  /**
   * `origin` defaults to the build's placeholder. Compressed pages are cached, so use `identity` for unknown hosts:
   * callers control the Host header.
   */
  render(path: string, origin: string | undefined, encoding: Encoding): Promise<RenderedPage | undefined>
}

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)]

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

export async function loadSitePages(folder: string): Promise<SitePages> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => extname(name) in contentTypes)
  const entries = await Promise.all(
    names.map(async (name) => {
      const page = {
        type: contentTypes[extname(name)] ?? '',
        text: await readFile(join(folder, name), 'utf8'),
      }
      return [getPagePath(name), { ...page, policy: findPolicy(page.text) }] as const
    }),
  )
  const pages = new Map(entries)
  const cache = new LRUCache<string, Promise<RenderedPage>>({ max: maxCachedPages })
  return {
    has: (path) => pages.has(path),
    async render(path, origin = originPlaceholder, encoding) {
      const page = pages.get(path)
      if (page === undefined) return undefined
      const renderFresh = () =>
        renderPage({ ...page, text: page.text.replaceAll(originPlaceholder, origin) }, encoding)
      if (encoding === 'identity') return renderFresh()
      const key = `${encoding} ${origin} ${path}`
      const cached = cache.get(key)
      if (cached) return cached
      const rendering = renderFresh()
      cache.set(key, rendering)
      rendering.catch(() => cache.delete(key))
      return rendering
    },
  }
}

type Page = Pick<RenderedPage, 'type' | 'policy'> & { readonly text: string }

const findPolicy = (text: string) =>
  /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1]

async function renderPage({ text, type, policy }: Page, encoding: Encoding): Promise<RenderedPage> {
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  return { body: await compress(text, encoding), type, encoding, etag: `"${digest}-${encoding}"`, policy }
}

async function compress(page: string, encoding: Encoding): Promise<RenderedPage['body']> {
  if (encoding === 'gzip') return new Uint8Array(await toGzip(page))
  if (encoding === 'identity') return page
  // Quality 9 takes half the time of 11 for a few more bytes.
  return new Uint8Array(await toBrotli(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
}

function getPagePath(file: string): string {
  const path = `/${file
    .split(sep)
    .join('/')
    .replace(/\.html$/, '')}`
  return path === '/index' ? '/' : path.replace(/\/index$/, '')
}
