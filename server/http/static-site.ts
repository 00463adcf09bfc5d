import { stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context } from 'hono'
import { etag } from 'hono/etag'
import {
  findRedirect,
  findShell,
  getCacheControl,
  securityHeaders,
  strictTransportSecurity,
} from '#contract/hosting.ts'
import { isNotModified, negotiateEncoding } from './content-negotiation.ts'
import type { App } from './route.ts'
import { loadSitePages, type RenderedPage, type SitePages } from './site-pages.ts'

export interface HostingOptions {
  /** Believe what a proxy in front says of the address. */
  readonly behindProxy: boolean
  /** Whether there is a site at a host. */
  readonly isSite: (host: string) => Promise<boolean>
}

type Status = 200 | 404 | 500

/** Shown in place of others, at no address of their own. */
const errorPages: ReadonlySet<string> = new Set(['/404', '/500'])

/**
 * Serves the built site: `/guides/pc-upload` is `guides/pc-upload.html`, an address in the table leads on, a shell
 * stands for what is below it, and what there is no page for gets 404.html. Pages name the origin at which they are
 * asked for.
 */
export async function serveSite(
  app: App,
  folder: string,
  { behindProxy, isSite }: HostingOptions,
): Promise<void> {
  const pages = await loadSitePages(folder)
  const respond = createPageResponder(pages, { behindProxy, isSite })
  app.use(async (c, next) => {
    await next()
    // The error has been logged; a person gets a page, not the API's reply.
    if (c.error) c.res = await respond(c, '/500', 500)
    c.header('Cache-Control', c.res.ok || c.res.status === 304 ? getCacheControl(c.req.path) : 'no-cache')
    for (const [name, value] of Object.entries(securityHeaders)) c.header(name, value)
    if (behindProxy && c.req.header('X-Forwarded-Proto') === 'https')
      c.header('Strict-Transport-Security', strictTransportSecurity)
  })
  app.get('*', async (c, next) => {
    const path = decodePath(c.req.path)
    if (path === undefined) return next()
    const { search } = new URL(c.req.url)
    const target = findRedirect(path) ?? getCanonicalPath(c.req.path, path, pages)
    if (target !== undefined) return c.redirect(target + search, 301)
    const name = pages.has(path) ? path : findShell(path)
    return name !== undefined && pages.has(name) && !errorPages.has(name) ? respond(c, name, 200) : next()
  })
  // Pages have been answered: what is left are files for static hosts, and of pages that have no address.
  app.get('*', (c, next) => (/^\/_\w+$|\.(html|br|gz)$/.test(c.req.path) ? c.notFound() : next()))
  app.get('*', etag(), serveStatic({ root: relative(process.cwd(), folder) || '.', precompressed: true }))
  app.notFound((c) => respond(c, '/404', 404))
}

/** Whether the site has been built into this folder. */
export const isSiteBuilt = (folder: string): Promise<boolean> =>
  stat(join(folder, 'index.html')).then(
    () => true,
    () => false,
  )

/** The one address of a page: not that of its file, and without a slash at its end. */
function getCanonicalPath(requestedPath: string, path: string, pages: SitePages): string | undefined {
  const canonical = path.replace(/(\/index)?\.html$/, '') || '/'
  const differs = canonical !== path || (requestedPath !== '/' && requestedPath.endsWith('/'))
  return differs && pages.has(canonical) && !errorPages.has(canonical) ? canonical : undefined
}

/** Replies with a page in the encoding that the caller takes, or says that they have it already. */
function createPageResponder(pages: SitePages, { behindProxy, isSite }: HostingOptions) {
  return async (c: Context, name: string, status: Status) => {
    const origin = parseOrigin(c.req.url, c.req.header('X-Forwarded-Proto'), behindProxy)
    const isKnownHost = origin !== undefined && (await isSite(new URL(origin).host).catch(() => false))
    const encoding = isKnownHost ? negotiateEncoding(c.req.header('Accept-Encoding')) : 'identity'
    const page = await pages.render(name, origin, encoding)
    if (!page) return c.text(status === 500 ? 'Internal Server Error' : 'Page Not Found', status)
    return respondWithPage(c, page, status)
  }
}

function respondWithPage(c: Context, { body, type, encoding, etag }: RenderedPage, status: Status): Response {
  c.header('Vary', 'Accept-Encoding')
  c.header('ETag', etag)
  if (status === 200 && isNotModified(c.req.header('If-None-Match'), etag)) return c.body(null, 304)
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
function parseOrigin(
  url: string,
  forwardedProtocol: string | undefined,
  behindProxy: boolean,
): string | undefined {
  const { protocol, host } = new URL(url)
  if (!/^[\w.:[\]-]+$/.test(host)) return undefined
  return behindProxy && forwardedProtocol === 'https' ? `https://${host}` : `${protocol}//${host}`
}
