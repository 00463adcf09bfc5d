import { connect } from 'node:net'
import { signHeaders } from '#tests/support/signed-headers.ts'
import type { BenchRequest } from './latency.ts'

const clients = 10

export interface Throughput {
  perSecond: number
  p50Ms: number
}

/**
 * Measures responses to one repeated request for ten clients that keep their connections. They read only the length of
 * a response, so that the server is the bottleneck.
 */
export async function measureThroughput(
  origin: string,
  { endpoint, query, token }: BenchRequest,
  seconds = 4,
): Promise<Throughput> {
  const { hostname, port } = new URL(origin)
  const path = `/${endpoint.path}?${new URLSearchParams(query)}`
  const head = {
    Host: `${hostname}:${port}`,
    'Accept-Encoding': 'br, gzip',
    ...signHeaders('GET', path, undefined, { domain: 'localhost', token }),
  }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
  const request = `GET /api${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
  await timeResponses(hostname, Number(port), request, 1)
  const started = performance.now()
  const times = (
    await Promise.all(
      Array.from({ length: clients }, () => timeResponses(hostname, Number(port), request, seconds)),
    )
  ).flat()
  const perSecond = times.length / ((performance.now() - started) / 1000)
  times.sort((a, b) => a - b)
  return { perSecond, p50Ms: times[Math.floor(times.length / 2)] ?? Number.NaN }
}

/** Sends the next request as soon as a response has arrived. @returns the milliseconds of each response */
function timeResponses(host: string, port: number, request: string, forSeconds: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host === 'localhost' ? '127.0.0.1' : host)
    const deadline = performance.now() + forSeconds * 1000
    const times: number[] = []
    let [sentAt, missing] = [0, 0]
    const send = () => {
      sentAt = performance.now()
      socket.write(request)
    }
    socket.setNoDelay(true)
    socket.on('error', reject)
    socket.on('connect', send)
    socket.on('data', (chunk) => {
      missing = missing > 0 ? missing - chunk.length : remainingBodyBytes(chunk)
      if (Number.isNaN(missing)) return reject(new Error(`Unexpected response: ${chunk.subarray(0, 200)}`))
      if (missing > 0) return
      times.push(performance.now() - sentAt)
      if (performance.now() < deadline) return send()
      socket.destroy()
      resolve(times)
    })
  })
}

/** Number of bytes of a body that are missing after the first chunk of a response; NaN for an unsuccessful one. */
function remainingBodyBytes(chunk: Buffer): number {
  const end = chunk.indexOf('\r\n\r\n')
  const head = chunk.toString('latin1', 0, end)
  const length = /^content-length: (\d+)$/im.exec(head)?.[1]
  if (end < 0 || !head.startsWith('HTTP/1.1 200') || length === undefined) return Number.NaN
  return Number(length) - (chunk.length - end - 4)
}
