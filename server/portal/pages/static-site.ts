import { stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context } from 'hono'
import { etag } from 'hono/etag'
import { normalizeHost } from '#contract/platform/host.ts'
import { localizePath } from '#contract/platform/locale.ts'
import { toPagePath } from '#contract/platform/page-path.ts'
import { getHomePath, isHomePath, parseDesign } from '#contract/portal/design.ts'
import {
  findGuidePlace,
  findPathLocale,
  findRedirect,
  findShell,
  type GuidePlace,
  getCacheControl,
  getPageHeaders,
  isOwnPageTemplate,
  ownPagePath,
} from '#contract/portal/hosting.ts'
import { precedenceOfStranger } from '#server/platform/http/admission/precedence.ts'
import { getClientAddress } from '#server/platform/http/request/call.ts'
import { negotiateEncoding } from '#server/platform/http/response/content-negotiation.ts'
import type { App, AppContext } from '#server/platform/http/response/context.ts'
import { isNotModified } from '#server/platform/http/response/etag.ts'
import { enforceHttps } from '#server/platform/http/response/security-headers.ts'
import type { LoadPageContent, PageNeeds } from './page-content.ts'
import { loadSharePictures, type SharePicture, type SharePictures } from './share-pictures.ts'
import { loadSitePages, type RenderedPage, type SitePages } from './site-pages.ts'

export interface HostingOptions {
  /** Trusts `X-Forwarded-Proto`. */
  readonly behindProxy: boolean
  readonly loadContent: LoadPageContent
  /** Logos in share pictures are read from here. */
  readonly mediaDir?: string | undefined
}

type Status = 200 | 404 | 500

const notFoundPage = '/404'
/** Shown for other addresses only. `/500` is not one of them, since nobody can cause an error to see it. */
const isHidden = (name: string) => name === notFoundPage || isHomePath(name) || isOwnPageTemplate(name)

/** Files meant for static hosts, the raw files behind pages, and what a tool left in the folder, such as `.git`. */
const isHiddenFile = (path = '') => /^\/_(?!astro\/)|\.(html|br|gz)$|\/\.(?!well-known(\/|$))/.test(path)

export async function serveSite(
  app: App,
  folder: string,
  { behindProxy, loadContent, mediaDir }: HostingOptions,
): Promise<void> {
  const pages = await loadSitePages(folder)
  const pictures = await loadSharePictures(folder, mediaDir)
  const respond = createPageResponder(pages, { behindProxy, loadContent })
  const findOwn = createOwnPageFinder(pages, { behindProxy, loadContent })
  app.use(async (c, next) => {
    await next()
    if (c.error) c.res = await respond(c, '/500', 500)
    c.header('Cache-Control', c.res.ok || c.res.status === 304 ? getCacheControl(c.req.path) : 'no-cache')
    const type = c.res.headers.get('Content-Type') ?? ''
    if (/[+/]xml$/.test(type)) c.header('Content-Type', `${type}; charset=utf-8`)
    const policy = c.get('pagePolicy')
    for (const [name, value] of Object.entries(getPageHeaders(decodePath(c.req.path) ?? '')))
      c.header(name, value)
    if (policy) c.header('Content-Security-Policy', `${policy}; frame-ancestors 'none'`)
    enforceHttps(c, behindProxy)
  })
  app.get('*', async (c, next) => {
    const path = decodePath(c.req.path)
    if (path === undefined) return next()
    const { search } = new URL(c.req.url)
    const target = findRedirect(path) ?? getCanonicalPath(c.req.path, path, pages)
    if (target !== undefined) return c.redirect(target + search, 301)
    const place = findGuidePlace(path)
    const own = place && (await findOwn(c, place))
    if (own?.kind === 'list') return c.redirect(own.path, 302)
    if (own && c.req.path !== path) return c.redirect(path + search, 301)
    if (own) return respond(c, own.path, 200, own.slug)
    const name = pages.has(path) ? path : findShell(path)
    return name !== undefined && pages.has(name) && !isHidden(name) ? respond(c, name, 200) : next()
  })
  app.get('/share/*', async (c, next) => {
    const picture =
      pictures.has(c.req.path) && (await drawSharePicture(c, pictures, { behindProxy, loadContent }))
    return picture ? respondWithPicture(c, picture) : next()
  })
  app.get('*', (c, next) => (isHiddenFile(decodePath(c.req.path)) ? c.notFound() : next()))
  // A folder's page has been filled above, and its raw file stays hidden.
  const files = { root: relative(process.cwd(), folder) || '.', index: 'no-index', precompressed: true }
  app.get('*', etag(), serveStatic(files))
  app.notFound((c) => respond(c, notFoundPage, 404))
}

export const isSiteBuilt = (folder: string): Promise<boolean> =>
  stat(join(folder, 'index.html')).then(
    () => true,
    () => false,
  )

/** Removes .html and the trailing slash; undefined when the requested URL is already canonical. */
function getCanonicalPath(requestedPath: string, path: string, pages: SitePages): string | undefined {
  const canonical = toPagePath(path)
  const differs = canonical !== path || (requestedPath !== '/' && requestedPath.endsWith('/'))
  return differs && pages.has(canonical) && !isHidden(canonical) ? canonical : undefined
}

const findOrigin = (c: AppContext, behindProxy: boolean): string | undefined =>
  parseOrigin(c.req.url, c.req.header('X-Forwarded-Proto'), behindProxy)

/** Null where the picture that the build made has to do: no site, a failure, or too many wait. */
async function drawSharePicture(
  c: AppContext,
  pictures: SharePictures,
  { behindProxy, loadContent }: HostingOptions,
): Promise<SharePicture | null> {
  const origin = findOrigin(c, behindProxy)
  if (!origin) return null
  const needs = { locale: pictures.getLocale(c.req.path), hasPopularTracks: false, isHome: false }
  const content = await loadContent(normalizeHost(new URL(origin).host), needs).catch(() => null)
  const precedence = precedenceOfStranger(getClientAddress(c, behindProxy))
  return content && pictures.render(precedence, c.req.path, content).catch(() => null)
}

function respondWithPicture(c: Context, { bytes, etag }: SharePicture): Response {
  c.header('ETag', etag)
  if (isNotModified(c.req.header('If-None-Match'), etag)) return c.body(null, 304)
  c.header('Content-Type', 'image/png')
  c.header('Content-Length', String(bytes.length))
  return c.body(bytes)
}

/** The host whose site the caller sees; `?host=` previews another one. */
function findHost(c: AppContext, origin: string | undefined): string {
  return normalizeHost(c.req.query('host') || (origin ? new URL(origin).host : ''))
}

/** `path`: of the template, or of the list of guides. */
type OwnAnswer =
  | { readonly kind: 'page'; readonly path: string; readonly slug: string }
  | { readonly kind: 'list'; readonly path: string }

/**
 * What the site has at a path below `/guides`: a page of its own, or only the list, because it hides the page or does not have
 * it in this language. Undefined: what the product has.
 */
function createOwnPageFinder(pages: SitePages, { behindProxy, loadContent }: HostingOptions) {
  return async (c: AppContext, { locale, slug }: GuidePlace): Promise<OwnAnswer | undefined> => {
    const origin = findOrigin(c, behindProxy)
    const needs = { locale, slug, hasPopularTracks: false, isHome: false }
    const content = origin && (await loadContent(findHost(c, origin), needs).catch(() => null))
    if (!content) return undefined
    if (content.ownPage) return { kind: 'page', path: localizePath(ownPagePath, locale), slug }
    const { hidden, pages: own } = content.pages
    const isElsewhere =
      !pages.has(localizePath(`/guides/${slug}`, locale)) && own.some((page) => page.slug === slug)
    if (!hidden.includes(slug) && !isElsewhere) return undefined
    return { kind: 'list', path: localizePath('/guides', locale) }
  }
}

function createPageResponder(pages: SitePages, { behindProxy, loadContent }: HostingOptions) {
  /** Pages of errors are one file for all languages. */
  function findNeeds(c: AppContext, name: string, status: Status): PageNeeds | undefined {
    const needs = pages.getNeeds(name)
    const locale = status === 200 ? undefined : findPathLocale(c.req.path)
    return needs && locale ? { ...needs, locale } : needs
  }
  return async (c: AppContext, name: string, status: Status, slug?: string) => {
    const origin = findOrigin(c, behindProxy)
    const host = findHost(c, origin)
    const needs = findNeeds(c, name, status)
    // A page without content asks for it in the browser.
    const content = origin && needs ? await loadContent(host, { ...needs, slug }).catch(() => null) : null
    const encoding = content ? negotiateEncoding(c.req.header('Accept-Encoding')) : 'identity'
    const home = getHomePath(name, parseDesign(c.req.query('d')) ?? content?.site.design_id ?? '')
    const page = await pages.render(pages.has(home) ? home : name, { origin, content, encoding })
    if (!page) return c.text(status === 500 ? 'Internal Server Error' : 'Page Not Found', status)
    c.set('pagePolicy', page.policy)
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

/** Undefined for a host that could inject markup into a page. */
function parseOrigin(
  url: string,
  forwardedProtocol: string | undefined,
  behindProxy: boolean,
): string | undefined {
  const { protocol, host } = new URL(url)
  if (!/^[\w.:[\]-]+$/.test(host)) return undefined
  return behindProxy && forwardedProtocol === 'https' ? `https://${host}` : `${protocol}//${host}`
}
