import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { compress } from 'hono/compress'
import { secureHeaders } from 'hono/secure-headers'
import type { App } from './http.ts'

/** Stands in the built pages for the address under which they are served. */
const builtOrigin = 'https://site.invalid'

/** Serves the built site: `/guides/pc-upload` is `guides/pc-upload.html`; what there is no page for gets 404.html. */
export async function serveSite(app: App, folder: string, behindProxy: boolean): Promise<void> {
  const pages = await readPages(folder)
  app.use(compress())
  app.use(
    secureHeaders({
      xFrameOptions: 'DENY',
      referrerPolicy: 'strict-origin-when-cross-origin',
      crossOriginOpenerPolicy: 'same-origin',
      crossOriginResourcePolicy: false,
      // A proxy in front decides about HTTPS; on localhost the header would lock out plain HTTP.
      strictTransportSecurity: false,
    }),
  )
  app.use('/_astro/*', async (c, next) => {
    await next()
    if (c.res.ok) c.header('Cache-Control', 'public, max-age=31536000, immutable')
  })
  app.get('*', async (c, next) => {
    const path = decodePath(c.req.path)
    const page = path === undefined ? undefined : pages.get(path)
    if (!page) return next()
    c.header('Cache-Control', 'no-cache')
    return c.html(
      page.replaceAll(builtOrigin, originOf(c.req.url, c.req.header('X-Forwarded-Proto'), behindProxy)),
    )
  })
  app.get(
    '*',
    serveStatic({
      root: relative(process.cwd(), folder) || '.',
      onFound: (path, c) => void cacheRule(path, c),
    }),
  )
  app.notFound((c) => {
    const page = pages.get('/404')
    c.header('Cache-Control', 'no-cache')
    return page ? c.html(page, 404) : c.text('Page Not Found', 404)
  })
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

function originOf(url: string, forwardedProtocol: string | undefined, behindProxy: boolean): string {
  const { protocol, host } = new URL(url)
  return behindProxy && forwardedProtocol === 'https' ? `https://${host}` : `${protocol}//${host}`
}

function cacheRule(path: string, c: { header: (name: string, value: string) => void }): void {
  if (path.endsWith('version.json')) c.header('Cache-Control', 'no-store')
  else if (!path.includes('_astro')) c.header('Cache-Control', 'no-cache')
}
