import { stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context } from 'hono'
import { etag } from 'hono/etag'
import { cacheRule, pageHeaders, redirectOf, shellOf, strictTransport } from '#contract/hosting.ts'
import type { App } from './http.ts'
import { type Encoding, readPages, type Served, type SitePages } from './pages.ts'

type Status = 200 | 404 | 500

/** Shown in place of others, at no address of their own. */
const statusPages: ReadonlySet<string> = new Set(['/404', '/500'])

/**
 * Serves the built site: `/guides/pc-upload` is `guides/pc-upload.html`, an address in the table leads on, a shell
 * stands for what is below it, and what there is no page for gets 404.html. Pages name the origin at which they are
 * asked for.
 */
export async function serveSite(app: App, folder: string, behindProxy: boolean): Promise<void> {
  const pages = await readPages(folder)
  const reply = answering(pages, behindProxy)
  app.use(async (c, next) => {
    await next()
    // The error has been logged; a person gets a page, not the API's reply.
    if (c.error) c.res = await reply(c, '/500', 500)
    c.header('Cache-Control', c.res.ok || c.res.status === 304 ? cacheRule(c.req.path) : 'no-cache')
    for (const [name, value] of Object.entries(pageHeaders)) c.header(name, value)
    if (behindProxy && c.req.header('X-Forwarded-Proto') === 'https')
      c.header('Strict-Transport-Security', strictTransport)
  })
  app.get('*', async (c, next) => {
    const path = decodePath(c.req.path)
    if (path === undefined) return next()
    const { search } = new URL(c.req.url)
    const target = redirectOf(path) ?? ownPath(path, pages)
    if (target !== undefined) return c.redirect(target + search, 301)
    const name = pages.has(path) ? path : shellOf(path)
    return name !== undefined && pages.has(name) && !statusPages.has(name) ? reply(c, name, 200) : next()
  })
  // Pages have been answered: what is left of them are the files of those that have no address.
  app.get('*', (c, next) => (c.req.path.endsWith('.html') ? c.notFound() : next()))
  app.get('*', etag(), serveStatic({ root: relative(process.cwd(), folder) || '.', precompressed: true }))
  app.notFound((c) => reply(c, '/404', 404))
}

/** Whether the site has been built into this folder. */
export const isBuilt = (folder: string): Promise<boolean> =>
  stat(join(folder, 'index.html')).then(
    () => true,
    () => false,
  )

/** A page's file has the address of the page: what it holds is not for the address of the file. */
function ownPath(path: string, pages: SitePages): string | undefined {
  if (!path.endsWith('.html')) return undefined
  const own = path.replace(/\.html$/, '').replace(/\/?index$/, '') || '/'
  return pages.has(own) && !statusPages.has(own) ? own : undefined
}

/** Replies with a page in the encoding that the caller takes, or says that they have it already. */
function answering(pages: SitePages, behindProxy: boolean) {
  return async (c: Context, name: string, status: Status) => {
    const origin = originOf(c.req.url, c.req.header('X-Forwarded-Proto'), behindProxy)
    const served = await pages.served(name, origin, encodingOf(c.req.header('Accept-Encoding')))
    if (!served) return c.text(status === 500 ? 'Internal Server Error' : 'Page Not Found', status)
    return replyWith(c, served, status)
  }
}

function replyWith(c: Context, { body, type, encoding, tag }: Served, status: Status): Response {
  c.header('Vary', 'Accept-Encoding')
  c.header('ETag', tag)
  if (status === 200 && c.req.header('If-None-Match')?.split(/, */).includes(tag)) return c.body(null, 304)
  c.header('Content-Type', type)
  if (encoding !== 'identity') c.header('Content-Encoding', encoding)
  return c.body(body, status)
}

/** The smallest encoding of ours that a caller takes. */
function encodingOf(accepted = ''): Encoding {
  const taken = accepted
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0+)?$/.test(part))
    .map((part) => part.split(';')[0])
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding)) ?? 'identity'
}

function decodePath(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path)
    return decoded.length > 1 ? decoded.replace(/\/+$/, '') || '/' : decoded
  } catch {
    return undefined
  }
}

/** Of a host that could write more than itself into a page nothing is taken over. */
function originOf(
  url: string,
  forwardedProtocol: string | undefined,
  behindProxy: boolean,
): string | undefined {
  const { protocol, host } = new URL(url)
  if (!/^[\w.:[\]-]+$/.test(host)) return undefined
  return behindProxy && forwardedProtocol === 'https' ? `https://${host}` : `${protocol}//${host}`
}
