import { connect } from 'node:net'
import { signHeaders } from '#tests/support/signed-headers.ts'
import type { BenchRequest } from './latency.ts'

const clients = 10
const seconds = 4

/**
 * Replies a second to one repeated question, at ten clients that keep their connection. They read no more of a reply
 * than its length, so that it is the server that is measured.
 */
export async function measureThroughput(
  origin: string,
  { endpoint, query, token }: BenchRequest,
): Promise<number> {
  const { hostname, port } = new URL(origin)
  const path = `/${endpoint.path}?${new URLSearchParams(query)}`
  const head = {
    Host: `${hostname}:${port}`,
    'Accept-Encoding': 'br, gzip',
    ...signHeaders('GET', path, undefined, { domain: 'localhost', token }),
  }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
  const request = `GET /api${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
  await countResponses(hostname, Number(port), request, 1)
  const started = performance.now()
  const counts = await Promise.all(
    Array.from({ length: clients }, () => countResponses(hostname, Number(port), request, seconds)),
  )
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - started) / 1000)
}

/** Sends a request again as soon as its reply is there. @returns how many replies came in time */
function countResponses(host: string, port: number, request: string, forSeconds: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host === 'localhost' ? '127.0.0.1' : host)
    const deadline = performance.now() + forSeconds * 1000
    let [responses, missing] = [0, 0]
    socket.setNoDelay(true)
    socket.on('error', reject)
    socket.on('connect', () => socket.write(request))
    socket.on('data', (chunk) => {
      missing = missing > 0 ? missing - chunk.length : remainingBodyBytes(chunk)
      if (Number.isNaN(missing)) return reject(new Error(`An unforeseen reply: ${chunk.subarray(0, 200)}`))
      if (missing > 0) return
      responses++
      if (performance.now() < deadline) return socket.write(request)
      socket.destroy()
      resolve(responses)
    })
  })
}

/** How much of a body is still to come after the first piece of a reply; NaN for a reply that is not a good one. */
function remainingBodyBytes(chunk: Buffer): number {
  const end = chunk.indexOf('\r\n\r\n')
  const head = chunk.toString('latin1', 0, end)
  const length = /^content-length: (\d+)$/im.exec(head)?.[1]
  if (end < 0 || !head.startsWith('HTTP/1.1 200') || length === undefined) return Number.NaN
  return Number(length) - (chunk.length - end - 4)
}
