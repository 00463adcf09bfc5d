import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { builtOrigin } from '#contract/hosting.ts'
import type { Encoding } from './encoding.ts'

/** Compressed pages that are kept: of a hundred sites all pages that are asked for, at some 15 kB each. */
const mostKept = 4000

export interface Served {
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly type: string
  readonly encoding: Encoding
  /** Changes with the page, its origin and its encoding. */
  readonly tag: string
}

export interface SitePages {
  has(path: string): boolean
  /**
   * A page as it is sent, undefined when there is none. Without an origin the page keeps the one that stands in.
   * Compressed pages are kept: callers choose hosts, so only for those that are sites.
   */
  served(path: string, origin: string | undefined, encoding: Encoding): Promise<Served | undefined>
}

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)]

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

/** Everything of a built site that names its origin (pages, sitemap, robots.txt), kept in memory. */
export async function readPages(folder: string): Promise<SitePages> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => extname(name) in types)
  const entries = await Promise.all(
    names.map(async (name) => {
      const page = { text: await readFile(join(folder, name), 'utf8'), type: types[extname(name)] ?? '' }
      return [pathOf(name), page] as const
    }),
  )
  const pages = new Map(entries)
  const kept = new Map<string, Promise<Served>>()
  return {
    has: (path) => pages.has(path),
    async served(path, origin = builtOrigin, encoding) {
      const page = pages.get(path)
      if (page === undefined) return undefined
      const make = () => makePage(page.text.replaceAll(builtOrigin, origin), page.type, encoding)
      if (encoding === 'identity') return make()
      const key = `${encoding} ${origin} ${path}`
      const known = kept.get(key)
      if (known) return known
      const made = make()
      kept.set(key, made)
      made.catch(() => kept.delete(key))
      const [oldest] = kept.keys()
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
      return made
    },
  }
}

async function makePage(page: string, type: string, encoding: Encoding): Promise<Served> {
  const digest = createHash('sha256').update(page).digest('base64url').slice(0, 22)
  return { body: await compressed(page, encoding), type, encoding, tag: `"${digest}-${encoding}"` }
}

async function compressed(page: string, encoding: Encoding): Promise<Served['body']> {
  if (encoding === 'gzip') return new Uint8Array(await toGzip(page))
  if (encoding === 'identity') return page
  // Half the time of the highest quality for a few bytes more.
  return new Uint8Array(await toBrotli(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
}

function pathOf(file: string): string {
  const path = `/${file
    .split(sep)
    .join('/')
    .replace(/\.html$/, '')}`
  return path === '/index' ? '/' : path.replace(/\/index$/, '')
}
