import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

type Reply = { readonly file: string } | { readonly redirect: string } | null
type Lookup = (path: string, exists: (file: string) => Promise<boolean>) => Promise<Reply>

const findFirst = async (files: readonly string[], exists: (file: string) => Promise<boolean>) => {
  for (const file of files) if (await exists(file)) return { file }
  return null
}

/** What static hosts do with the path of a page. All of them answer what they do not find with 404.html. */
export const hostBehaviors = {
  /** Serves the index of a folder with and without a slash, as nginx does with `try_files $uri $uri/index.html`. */
  index: (path, exists) => findFirst([path, join(path, 'index.html')], exists),
  /** Redirects a folder to its address with a slash, as Apache, GitHub Pages and `python3 -m http.server` do. */
  redirecting: async (path, exists) => {
    const file = await findFirst([path.endsWith('/') ? `${path}index.html` : path], exists)
    if (file || !(await exists(join(path, 'index.html')))) return file
    return { redirect: `${path}/` }
  },
  /** Serves `login.html` as /login, and redirects every other spelling there, as Vercel and Cloudflare do. */
  clean: async (path, exists) => {
    const clean = path.replace(/(\/index)?\.html$/, '').replace(/(.)\/$/, '$1') || '/'
    const page = await findFirst([`${clean}.html`, join(clean, 'index.html')], exists)
    if (page && clean !== path) return { redirect: clean }
    return page ?? findFirst([path], exists)
  },
  /** Knows files by their names only, as a bucket of S3 behind a CDN does. */
  exact: (path, exists) => findFirst([path === '/' ? '/index.html' : path], exists),
} satisfies Record<string, Lookup>

export type HostBehavior = keyof typeof hostBehaviors

/** Forwards the API's calls, as a proxy in front of both would. */
function proxy(origin: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { hostname, port } = new URL(origin)
  const upstream = request(
    { hostname, port, path: incoming.url, method: incoming.method, headers: incoming.headers },
    (upstreamResponse) => {
      response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers)
      upstreamResponse.pipe(response)
    },
  )
  upstream.on('error', () => response.writeHead(502).end())
  incoming.pipe(upstream)
}

export interface StaticHostOptions {
  readonly behavior: HostBehavior
  readonly folder: string
  /** `/api` belongs to it. */
  readonly api?: string
}

/** Starts a static host without rules. */
export async function startStaticHost({ behavior, folder, api }: StaticHostOptions) {
  const readSiteFile = (path: string) => readFile(join(folder, path)).catch(() => undefined)
  const exists = async (path: string) => (await readSiteFile(path)) !== undefined

  async function serve(url: URL, response: ServerResponse): Promise<void> {
    const reply = await hostBehaviors[behavior](url.pathname, exists)
    if (reply && 'redirect' in reply) {
      response.writeHead(301, { Location: reply.redirect + url.search }).end()
      return
    }
    const file = reply?.file ?? '/404.html'
    const type = mediaTypes[extname(file)] ?? 'application/octet-stream'
    response.writeHead(reply ? 200 : 404, { 'Content-Type': type }).end(await readSiteFile(file))
  }

  const server = createServer((incoming, response) => {
    const url = new URL(incoming.url ?? '/', 'http://localhost')
    if (api && url.pathname.startsWith('/api/')) proxy(api, incoming, response)
    else void serve(url, response)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The static host did not start.')
  return {
    origin: `http://localhost:${address.port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
