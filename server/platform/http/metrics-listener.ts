import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Lifecycle } from '#server/platform/lifecycle.ts'
import type { Log } from '#server/platform/log.ts'
import { contentType } from '#server/platform/metrics/registry.ts'
import { isBearer, type Scrape } from './metrics-route.ts'

export interface MetricsListenerOptions {
  host: string
  port: number
  /** Undefined: whoever reaches the port may read. */
  token: string | undefined
}

const requestTimeoutMs = 10_000
const maxConnections = 64
const paths = new Set(['/metrics', '/api/metrics'])

/** A port of its own, which the proxy in front of the site does not know. @throws when the port is in use */
export async function startMetricsListener(
  { host, port, token }: MetricsListenerOptions,
  scrape: Scrape,
  log: Log,
  lifecycle: Lifecycle,
): Promise<void> {
  const server = createServer({ requestTimeout: requestTimeoutMs }, createRequestListener(token, scrape, log))
  server.maxConnections = maxConnections
  server.listen(port, host)
  await once(server, 'listening')
  log.info({ host, port: (server.address() as AddressInfo).port }, 'metrics listener started')
  lifecycle.onStop(() => close(server))
}

const createRequestListener =
  (token: string | undefined, scrape: Scrape, log: Log): RequestListener =>
  ({ method = '', url = '', headers }, response) => {
    const end = (status: number, text: string, type = 'text/plain') =>
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text)
    const isAllowed = token === undefined || isBearer(headers.authorization, token)
    const path = url.split('?', 1)[0] ?? ''
    if (!isAllowed || !paths.has(path) || !/^(GET|HEAD)$/.test(method)) return void end(404, 'Not found\n')
    scrape().then(
      (text) => end(200, text, contentType),
      (error: unknown) => {
        log.error({ err: error }, 'scrape failed')
        end(500, 'Internal server error\n')
      },
    )
  }

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}
