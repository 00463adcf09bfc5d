import type { Endpoint } from '#contract/platform/endpoint.ts'
import { callRemote } from '#tests/support/remote-api.ts'

/** A call to measure, and its caller. */
export interface BenchRequest {
  name: string
  endpoint: Endpoint
  query: Record<string, string>
  token: string
}

export interface Latency {
  p50: number
  p95: number
}

/** Milliseconds: p95 for one client, p50 and p95 for each of ten concurrent ones. */
export interface Target {
  singleP95: number
  tenClientsP50: number
  tenClientsP95?: number
}

export interface CallLatency {
  name: string
  single: Latency
  ten: Latency
}

/** Slow calls are repeated less often. */
const maxMsPerCall = 8_000
const minRounds = 20

const columns = ['call', 'p50 at 1', 'p95 at 1', 'p50 at 10', 'p95 at 10', 'target', 'verdict']

/** Measures calls for one client and for ten concurrent ones, and prints a table of milliseconds against a target. */
export async function measureLatency(
  title: string,
  target: Target,
  origin: string,
  requests: readonly BenchRequest[],
  rounds = 300,
): Promise<CallLatency[]> {
  const limits = [target.singleP95, target.tenClientsP50, target.tenClientsP95].filter(
    (limit) => limit !== undefined,
  )
  console.log(`\n${title}: milliseconds, the target is p95 at 1 client / p50 / p95 at 10`)
  printRow(columns)
  const latencies: CallLatency[] = []
  for (const request of requests) {
    await callRemote(origin, request.endpoint, request)
    const { p50: onceMs } = await measureClients(origin, request, 1, 1)
    const repetitions = Math.min(rounds, Math.max(minRounds, Math.floor(maxMsPerCall / onceMs)))
    const single = await measureClients(origin, request, 1, repetitions)
    const ten = await measureClients(origin, request, 10, repetitions)
    latencies.push({ name: request.name, single, ten })
    const times = [single.p50, single.p95, ten.p50, ten.p95].map((time) => time.toFixed(1))
    const isMet =
      single.p95 <= target.singleP95 &&
      ten.p50 <= target.tenClientsP50 &&
      ten.p95 <= (target.tenClientsP95 ?? Number.POSITIVE_INFINITY)
    printRow([request.name, ...times, limits.join(' / '), isMet ? 'met' : 'MISSED'])
  }
  return latencies
}

const printRow = (cells: readonly string[]) =>
  console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(44) : cell.padStart(13))).join(''))

export async function measureClients(
  origin: string,
  request: BenchRequest,
  clients: number,
  rounds: number,
): Promise<Latency> {
  const times: number[] = []
  const client = async () => {
    for (let round = 0; round < rounds / clients; round++) {
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
