import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type HttpBindings, serve } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { createFakeReportingApi } from './fake-reporting-api.ts'
import type { ReportingWorld } from './reporting-world.ts'

export interface FakeReportingServer {
  /** Base URL of the API and of OAuth, without a slash at the end. */
  url: string
  close(): Promise<void>
}

/** Listens on 127.0.0.1 and, unless given, a free port. */
export async function startFakeReportingApi(world: ReportingWorld, port = 0): Promise<FakeReportingServer> {
  const app = createFakeReportingApi(world)
  const server = serve({
    port,
    hostname: '127.0.0.1',
    async fetch(request: Request, env: unknown) {
      await relay(await app.fetch(request), (env as HttpBindings).outgoing as ServerResponse)
      return RESPONSE_ALREADY_SENT
    },
  })
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      if ('closeAllConnections' in server) server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A body that fails cuts the connection after the bytes before, and before the headers if there are none. */
async function relay({ status, headers, body }: Response, outgoing: ServerResponse): Promise<void> {
  const sendHeaders = () => {
    if (outgoing.headersSent) return
    outgoing.writeHead(status, [...headers].flat())
    outgoing.flushHeaders()
  }
  const reader = body?.getReader()
  outgoing.once('close', () => void reader?.cancel().catch(() => {}))
  try {
    for (;;) {
      const { done = true, value } = (await reader?.read()) ?? {}
      sendHeaders()
      if (done) break
      if (value && value.length > 0) await writeChunk(outgoing, value)
    }
    outgoing.end()
  } catch {
    outgoing.destroy()
  }
}

const writeChunk = (outgoing: ServerResponse, chunk: Uint8Array) =>
  new Promise<void>((resolve, reject) => {
    outgoing.write(chunk, (error) => (error ? reject(error) : resolve()))
  })
