import { listChannelFigures } from '#contract/reports/channel-report.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { listVideos } from '#contract/reports/videos.ts'
import { measureClients } from '#tests/bench/latency.ts'
import { startServer } from '#tests/bench/processes.ts'
import { measureThroughput } from '#tests/bench/throughput.ts'
import type { LargeBench } from './bench.ts'
import { createReportRequests, signInAsManager } from './report-requests.ts'
import { formatCount, formatMs, formatSeconds, type Result } from './results.ts'

/** Target of responses from the cache. */
export const cachedTarget = { perSecond: 10_000, p50Ms: 1 }
const processTarget = { readySeconds: 0.8, idleMegabytes: 150, loadedMegabytes: 250 }
const idleMs = 5_000

/** Measures responses from the cache, and the resources of the server process before and during them. */
export async function measureServer(bench: LargeBench): Promise<Result[]> {
  const server = await startServer({ DATABASE_URL: bench.url, DEMO: '0' })
  try {
    await new Promise((resolve) => setTimeout(resolve, idleMs))
    const idle = server.readMemory()
    const token = await signInAsManager(server.origin)
    for (const request of await createReportRequests(bench, server.origin))
      await measureClients(server.origin, request, 10, 10)
    const results: Result[] = []
    let loaded = server.readMemory() ?? 0
    for (const [name, endpoint] of [
      ['dashboard', readDashboard],
      ['videos', listVideos],
      ['channels', listChannelFigures],
    ] as const) {
      const query = { period: 'six-months' }
      const { perSecond, p50Ms } = await measureThroughput(server.origin, { name, endpoint, token, query })
      loaded = Math.max(loaded, server.readMemory() ?? 0)
      results.push({
        measurement: `cached responses, 10 clients, ${name}`,
        target: `${formatCount(cachedTarget.perSecond)} a second, p50 ${formatMs(cachedTarget.p50Ms)}`,
        measured: `${formatCount(perSecond)} a second, p50 ${p50Ms.toFixed(2)} ms`,
        isMet: perSecond >= cachedTarget.perSecond && p50Ms <= cachedTarget.p50Ms,
      })
    }
    return [...results, ...describeProcess(server.seconds, idle, loaded)]
  } finally {
    await server.stop()
  }
}

function describeProcess(readySeconds: number, idle: number | undefined, loaded: number): Result[] {
  const { idleMegabytes, loadedMegabytes } = processTarget
  return [
    {
      measurement: 'time to ready',
      target: formatSeconds(processTarget.readySeconds),
      measured: formatSeconds(readySeconds),
      isMet: readySeconds <= processTarget.readySeconds,
    },
    {
      measurement: 'memory of the server, idle / under load',
      target: `${idleMegabytes} / ${loadedMegabytes} MB`,
      measured: idle === undefined ? 'not measured' : `${idle.toFixed(0)} / ${loaded.toFixed(0)} MB`,
      isMet: idle === undefined ? undefined : idle <= idleMegabytes && loaded <= loadedMegabytes,
    },
  ]
}
