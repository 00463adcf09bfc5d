import { createHash, randomBytes } from 'node:crypto'
import { login } from '#contract/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { clientDigestText, headers, requestDigestText } from '#contract/headers.ts'
import { listVideos, readDashboard } from '#contract/reports.ts'

const userAgent = 'hookline-bench'
const sha512 = (text: string) => createHash('sha512').update(text).digest('hex')

export interface Latency {
  call: string
  clients: number
  p50: number
  p95: number
}

const questions: [name: string, endpoint: Endpoint, query: Record<string, string>][] = [
  ['dashboard, this month', readDashboard, { period: 'month' }],
  ['dashboard, 6 months', readDashboard, { period: 'six-months' }],
  ['videos by views', listVideos, { period: 'six-months', sort: 'views' }],
  ['videos by price', listVideos, { period: 'six-months', sort: 'price', order: 'asc' }],
]

/** How long each report call of the demonstration's manager takes, in milliseconds. */
export async function measureCalls(origin: string, rounds = 300): Promise<Latency[]> {
  const token = await signIn(origin)
  const all: Latency[] = []
  for (const [call, endpoint, query] of questions) {
    for (const clients of [1, 10]) {
      await send(origin, endpoint, { query, token })
      const times: number[] = []
      await Promise.all(
        Array.from({ length: clients }, async () => {
          for (let at = 0; at < rounds / clients; at++) {
            const started = performance.now()
            await send(origin, endpoint, { query, token })
            times.push(performance.now() - started)
          }
        }),
      )
      times.sort((a, b) => a - b)
      const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
      all.push({ call, clients, p50: at(0.5), p95: at(0.95) })
    }
  }
  return all
}

async function signIn(origin: string): Promise<string> {
  const body = JSON.stringify({ id: 'manager@hookline.example', password: 'hookline-demo' })
  return ((await send(origin, login, { body })) as { token: string }).token
}

async function send(
  origin: string,
  endpoint: Endpoint,
  { query = {}, token = '', body }: { query?: Record<string, string>; token?: string; body?: string },
): Promise<unknown> {
  const path = `/${endpoint.path}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`
  const id = randomBytes(16).toString('hex')
  const response = await fetch(`${origin}/api${path}`, {
    method: endpoint.method,
    body: body ?? null,
    headers: {
      'User-Agent': userAgent,
      [headers.domain]: 'localhost',
      ...(token && { [headers.token]: token }),
      [headers.requestId]: id,
      [headers.requestDigest]: sha512(
        requestDigestText(id, endpoint.method, path, Buffer.byteLength(body ?? '')),
      ),
      [headers.clientDigest]: sha512(clientDigestText(id, token, userAgent)),
    },
  })
  const reply = await response.json()
  if (!response.ok) throw new Error(`${endpoint.name} was refused: ${JSON.stringify(reply)}`)
  return reply
}
