import type { Endpoint } from '#contract/endpoint.ts'
import { callRemote } from '#tests/support/remote-api.ts'

/** A call to measure: who asks what. */
export interface BenchRequest {
  name: string
  endpoint: Endpoint
  query: Record<string, string>
  token: string
}

interface Latency {
  p50: number
  p95: number
}

/** Milliseconds: p95 for one client, p50 for each of ten at once. */
export interface Target {
  singleP95: number
  tenClientsP50: number
}

const columns = ['call', 'p50 at 1', 'p95 at 1', 'p50 at 10', 'p95 at 10', 'target', 'verdict']

/**
 * How long calls take for one client and for ten at once, as a table of milliseconds against a target.
 * @returns whether all meet it
 */
export async function measureLatency(
  title: string,
  target: Target,
  origin: string,
  requests: readonly BenchRequest[],
  rounds = 300,
): Promise<boolean> {
  console.log(`\n${title}: milliseconds, the target is p95 at 1 client / p50 at 10`)
  printRow(columns)
  let allMet = true
  for (const request of requests) {
    await callRemote(origin, request.endpoint, request)
    const single = await measureClients(origin, request, 1, rounds)
    const ten = await measureClients(origin, request, 10, rounds)
    const met = single.p95 <= target.singleP95 && ten.p50 <= target.tenClientsP50
    allMet &&= met
    const times = [single.p50, single.p95, ten.p50, ten.p95].map((time) => time.toFixed(1))
    printRow([
      request.name,
      ...times,
      `${target.singleP95} / ${target.tenClientsP50}`,
      met ? 'met' : 'MISSED',
    ])
  }
  return allMet
}

const printRow = (cells: readonly string[]) =>
  console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(44) : cell.padStart(10))).join(''))

async function measureClients(
  origin: string,
  request: BenchRequest,
  clients: number,
  rounds: number,
): Promise<Latency> {
  const times: number[] = []
  const client = async () => {
    for (let percentile = 0; percentile < rounds / clients; percentile++) {
      const started = performance.now()
      await callRemote(origin, request.endpoint, request)
      times.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}
