import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context } from 'hono'
import { compress } from 'hono/compress'
import type { App } from './http.ts'

/** Stands in the built pages for the address under which they are served. */
const builtOrigin = 'https://site.invalid'

/** Serves the built site: `/guides/pc-upload` is `guides/pc-upload.html`; what there is no page for gets 404.html. */
export async function serveSite(app: App, folder: string, behindProxy: boolean): Promise<void> {
  const pages = await readPages(folder)
  const missing = pages.get('/404')
  pages.delete('/404')
  const served = (page: string, c: Context) =>
    page.replaceAll(builtOrigin, originOf(c.req.url, c.req.header('X-Forwarded-Proto'), behindProxy))
  app.use(compress())
  app.use(async (c, next) => {
    await next()
    c.header('Cache-Control', c.res.ok ? cacheRule(c.req.path) : 'no-cache')
  })
  app.get('*', async (c, next) => {
    const path = decodePath(c.req.path)
    const page = path === undefined ? undefined : pages.get(path)
    if (page) return c.html(served(page, c))
    if (!path?.endsWith('.html')) return next()
    // The file of a page still holds the address that stands in.
    const target = pathOf(path.slice(1))
    return pages.has(target) ? c.redirect(target + new URL(c.req.url).search, 301) : c.notFound()
  })
  app.get('*', serveStatic({ root: relative(process.cwd(), folder) || '.' }))
  app.notFound((c) => (missing ? c.html(served(missing, c), 404) : c.text('Page Not Found', 404)))
}

/** Whether the site has been built into this folder. */
export const isBuilt = (folder: string): Promise<boolean> =>
  stat(join(folder, 'index.html')).then(
    () => true,
    () => false,
  )

async function readPages(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html'))
  const entries = await Promise.all(
    names.map(async (name) => [pathOf(name), await readFile(join(folder, name), 'utf8')] as const),
  )
  return new Map(entries)
}

function pathOf(file: string): string {
  const path = `/${file
    .split(sep)
    .join('/')
    .replace(/\.html$/, '')}`
  return path === '/index' ? '/' : path.replace(/\/index$/, '')
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
function originOf(url: string, forwardedProtocol: string | undefined, behindProxy: boolean): string {
  const { protocol, host } = new URL(url)
  if (!/^[\w.:[\]-]+$/.test(host)) return builtOrigin
  return behindProxy && forwardedProtocol === 'https' ? `https://${host}` : `${protocol}//${host}`
}

function cacheRule(path: string): string {
  if (path.startsWith('/_astro/')) return 'public, max-age=31536000, immutable'
  return path === '/version.json' ? 'no-store' : 'no-cache'
}
