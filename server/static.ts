import { stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context } from 'hono'
import { etag } from 'hono/etag'
import { cacheRule, pageHeaders, redirectOf, shellOf, strictTransport } from '#contract/hosting.ts'
import { encodingOf, isHeld } from './encoding.ts'
import type { App } from './http.ts'
import { readPages, type Served, type SitePages } from './pages.ts'

export interface Hosting {
  /** Believe what a proxy in front says of the address. */
  readonly behindProxy: boolean
  /** Whether there is a site at a host. */
  readonly isSite: (host: string) => Promise<boolean>
}

type Status = 200 | 404 | 500

/** Shown in place of others, at no address of their own. */
const statusPages: ReadonlySet<string> = new Set(['/404', '/500'])

/**
 * Serves the built site: `/guides/pc-upload` is `guides/pc-upload.html`, an address in the table leads on, a shell
 * stands for what is below it, and what there is no page for gets 404.html. Pages name the origin at which they are
 * asked for.
 */
export async function serveSite(app: App, folder: string, { behindProxy, isSite }: Hosting): Promise<void> {
  const pages = await readPages(folder)
  const reply = answering(pages, { behindProxy, isSite })
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
    const target = redirectOf(path) ?? ownPath(c.req.path, path, pages)
    if (target !== undefined) return c.redirect(target + search, 301)
    const name = pages.has(path) ? path : shellOf(path)
    return name !== undefined && pages.has(name) && !statusPages.has(name) ? reply(c, name, 200) : next()
  })
  // Pages have been answered: what is left are files for static hosts, and of pages that have no address.
  app.get('*', (c, next) => (/^\/_\w+$|\.(html|br|gz)$/.test(c.req.path) ? c.notFound() : next()))
  app.get('*', etag(), serveStatic({ root: relative(process.cwd(), folder) || '.', precompressed: true }))
  app.notFound((c) => reply(c, '/404', 404))
}

/** Whether the site has been built into this folder. */
export const isBuilt = (folder: string): Promise<boolean> =>
  stat(join(folder, 'index.html')).then(
    () => true,
    () => false,
  )

/** The one address of a page: not that of its file, and without a slash at its end. */
function ownPath(asked: string, path: string, pages: SitePages): string | undefined {
  const own = path.replace(/(\/index)?\.html$/, '') || '/'
  const differs = own !== path || (asked !== '/' && asked.endsWith('/'))
  return differs && pages.has(own) && !statusPages.has(own) ? own : undefined
}

/** Replies with a page in the encoding that the caller takes, or says that they have it already. */
function answering(pages: SitePages, { behindProxy, isSite }: Hosting) {
  return async (c: Context, name: string, status: Status) => {
    const origin = originOf(c.req.url, c.req.header('X-Forwarded-Proto'), behindProxy)
    const known = origin !== undefined && (await isSite(new URL(origin).host).catch(() => false))
    const encoding = known ? encodingOf(c.req.header('Accept-Encoding')) : 'identity'
    const served = await pages.served(name, origin, encoding)
    if (!served) return c.text(status === 500 ? 'Internal Server Error' : 'Page Not Found', status)
    return replyWith(c, served, status)
  }
}

function replyWith(c: Context, { body, type, encoding, tag }: Served, status: Status): Response {
  c.header('Vary', 'Accept-Encoding')
  c.header('ETag', tag)
  if (status === 200 && isHeld(c.req.header('If-None-Match'), tag)) return c.body(null, 304)
  c.header('Content-Type', type)
  if (encoding !== 'identity') c.header('Content-Encoding', encoding)
  return c.body(body, status)
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
