import { connect } from 'node:net'
import { signedHeaders } from '#tests/support/signed-headers.ts'
import type { Question } from './calls.ts'

const clients = 10
const seconds = 4

/**
 * Replies a second to one repeated question, at ten clients that keep their connection. They read no more of a reply
 * than its length, so that it is the server that is measured.
 */
export async function measureKept(origin: string, { endpoint, query, token }: Question): Promise<number> {
  const { hostname, port } = new URL(origin)
  const path = `/${endpoint.path}?${new URLSearchParams(query)}`
  const head = {
    Host: `${hostname}:${port}`,
    'Accept-Encoding': 'br, gzip',
    ...signedHeaders('GET', path, undefined, { domain: 'localhost', token }),
  }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
  const request = `GET /api${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
  await count(hostname, Number(port), request, 1)
  const started = performance.now()
  const replies = await Promise.all(
    Array.from({ length: clients }, () => count(hostname, Number(port), request, seconds)),
  )
  return replies.reduce((sum, of) => sum + of, 0) / ((performance.now() - started) / 1000)
}

/** Sends a request again as soon as its reply is there. @returns how many replies came in time */
function count(host: string, port: number, request: string, forSeconds: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host === 'localhost' ? '127.0.0.1' : host)
    const until = performance.now() + forSeconds * 1000
    let [replies, missing] = [0, 0]
    socket.setNoDelay(true)
    socket.on('error', reject)
    socket.on('connect', () => socket.write(request))
    socket.on('data', (chunk) => {
      missing = missing > 0 ? missing - chunk.length : bodyMissing(chunk)
      if (Number.isNaN(missing)) return reject(new Error(`An unforeseen reply: ${chunk.subarray(0, 200)}`))
      if (missing > 0) return
      replies++
      if (performance.now() < until) return socket.write(request)
      socket.destroy()
      resolve(replies)
    })
  })
}

/** How much of a body is still to come after the first piece of a reply; NaN for a reply that is not a good one. */
function bodyMissing(chunk: Buffer): number {
  const end = chunk.indexOf('\r\n\r\n')
  const head = chunk.toString('latin1', 0, end)
  const length = /^content-length: (\d+)$/im.exec(head)?.[1]
  if (end < 0 || !head.startsWith('HTTP/1.1 200') || length === undefined) return Number.NaN
  return Number(length) - (chunk.length - end - 4)
}
