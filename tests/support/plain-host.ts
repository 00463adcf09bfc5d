import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

const read = (path: string) => readFile(join('dist', path)).catch(() => undefined)

async function answer(url: URL, reply: ServerResponse): Promise<void> {
  const path = url.pathname === '/' ? '/index' : url.pathname
  const found = (await read(path)) ?? (await read(`${path}.html`))
  const body = found ?? (await read('/404.html'))
  const type = types[extname(path)] ?? types['.html']
  reply.writeHead(found ? 200 : 404, { 'Content-Type': type }).end(body)
}

/** Sends the API's calls on, as a proxy in front of both would. */
function pass(origin: string, asked: IncomingMessage, reply: ServerResponse): void {
  const { hostname, port } = new URL(origin)
  const onward = request(
    { hostname, port, path: asked.url, method: asked.method, headers: asked.headers },
    (answered) => {
      reply.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(reply)
    },
  )
  onward.on('error', () => reply.writeHead(502).end())
  asked.pipe(onward)
}

/** A static host that knows files and 404.html and no rules at all; `/api` is `origin`'s. */
export async function startPlainHost(origin: string): Promise<{ origin: string; stop: () => Promise<void> }> {
  const server = createServer((asked, reply) => {
    const url = new URL(asked.url ?? '/', 'http://localhost')
    if (url.pathname.startsWith('/api/')) pass(origin, asked, reply)
    else answer(url, reply)
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
