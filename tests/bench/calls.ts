import type { Endpoint } from '#contract/endpoint.ts'
import { listVideos, readDashboard } from '#contract/reports.ts'
import { askRemote, signInToDemo } from '#tests/support/remote-api.ts'

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
  const token = await signInToDemo(origin)
  const all: Latency[] = []
  for (const [call, endpoint, query] of questions) {
    for (const clients of [1, 10]) {
      await askRemote(origin, endpoint, { query, token })
      const times: number[] = []
      await Promise.all(
        Array.from({ length: clients }, async () => {
          for (let at = 0; at < rounds / clients; at++) {
            const started = performance.now()
            await askRemote(origin, endpoint, { query, token })
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
