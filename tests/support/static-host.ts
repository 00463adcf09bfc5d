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

const readBuiltFile = (path: string) => readFile(join('dist', path)).catch(() => undefined)

async function serveFile(url: URL, response: ServerResponse): Promise<void> {
  const path = url.pathname === '/' ? '/index' : url.pathname
  const file = (await readBuiltFile(path)) ?? (await readBuiltFile(`${path}.html`))
  const body = file ?? (await readBuiltFile('/404.html'))
  const type = mediaTypes[extname(path)] ?? mediaTypes['.html']
  response.writeHead(file ? 200 : 404, { 'Content-Type': type }).end(body)
}

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

/** Starts a static host that supports files and 404.html, but no rules; `/api` belongs to `origin`. */
export async function startStaticHost(
  origin: string,
): Promise<{ origin: string; stop: () => Promise<void> }> {
  const server = createServer((incoming, response) => {
    const url = new URL(incoming.url ?? '/', 'http://localhost')
    if (url.pathname.startsWith('/api/')) proxy(origin, incoming, response)
    else serveFile(url, response)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The plain host did not start.')
  return {
    origin: `http://localhost:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
