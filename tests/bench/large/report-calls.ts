import { exportVideos } from '#contract/reports/videos.ts'
import { type BenchRequest, type CallLatency, measureClients, measureLatency } from '#tests/bench/latency.ts'
import { startServer } from '#tests/bench/processes.ts'
import { signHeaders } from '#tests/support/signed-headers.ts'
import { type LargeBench, prepareLargeData } from './bench.ts'
import {
  createMemberUsesRequests,
  createSearchRequests,
  memberUsesTarget,
  searchTarget,
} from './catalog-requests.ts'
import { createReportRequests, signInAsManager, signInAsMember } from './report-requests.ts'
import { formatMs, formatSeconds, type Result } from './results.ts'

/** Target of every report call. */
export const callTarget = { singleP95: 12, tenClientsP50: 15, tenClientsP95: 30 }
const maxGrowth = 1.2
const exportedRows = 10_000

/** Runs a server without the response cache. */
export const withUncachedServer = async <R>(
  { url }: LargeBench,
  work: (origin: string) => Promise<R>,
): Promise<R> => {
  const server = await startServer({ DATABASE_URL: url, DEMO: '0' }, 'tests/bench/uncached-server.ts')
  return work(server.origin).finally(() => server.stop())
}

export const measureReportCalls = (bench: LargeBench): Promise<Result[]> =>
  withUncachedServer(bench, async (origin) => {
    const requests = await createReportRequests(bench, origin)
    const latencies = await measureLatency('Nothing cached', callTarget, origin, requests, bench.rounds)
    const isDetail = ({ name }: CallLatency) => name.startsWith('video detail')
    return [
      ...summarizeLatencies(
        'report calls',
        latencies.filter((one) => !isDetail(one)),
      ),
      ...summarizeLatencies('video detail', latencies.filter(isDetail)),
    ]
  })

export function summarizeLatencies(title: string, latencies: readonly CallLatency[]): Result[] {
  const columns = [
    { name: '1 client p95', limit: callTarget.singleP95, get: ({ single }: CallLatency) => single.p95 },
    { name: '10 clients p50', limit: callTarget.tenClientsP50, get: ({ ten }: CallLatency) => ten.p50 },
    { name: '10 clients p95', limit: callTarget.tenClientsP95, get: ({ ten }: CallLatency) => ten.p95 },
  ]
  return columns.map(({ name, limit, get }) => {
    const sorted = [...latencies].sort((a, b) => get(a) - get(b))
    const slowest = sorted.at(-1)
    const median = sorted[Math.floor(sorted.length / 2)]
    if (!slowest || !median) throw new Error(`There are no ${title}.`)
    const met = sorted.filter((one) => get(one) <= limit).length
    return {
      measurement: `${title}, nothing cached, ${name}`,
      target: formatMs(limit),
      measured:
        latencies.length === 1
          ? formatMs(get(slowest))
          : `median ${formatMs(get(median))}, slowest ${formatMs(get(slowest))} (${slowest.name}), ` +
            `${met} of ${latencies.length} met`,
      isMet: met === latencies.length,
    }
  })
}

/** Measures calls of the catalog and the first rows of a file, which have their own targets. */
export const measureCatalogCalls = (bench: LargeBench): Promise<Result[]> =>
  withUncachedServer(bench, async (origin) => {
    const manager = await signInAsManager(origin)
    const member = await signInAsMember(origin)
    const searches = await createSearchRequests(origin, manager)
    const found = await measureLatency('Search in the catalog', searchTarget, origin, searches, bench.rounds)
    const uses = await measureLatency(
      'Uses of tracks by a member',
      memberUsesTarget,
      origin,
      createMemberUsesRequests(member),
      50,
    )
    const getSlowest = (latencies: readonly CallLatency[]) =>
      Math.max(...latencies.map(({ single }) => single.p95))
    return [
      {
        measurement: 'search in 100,000 tracks, 1 client p95, slowest',
        target: formatMs(searchTarget.singleP95),
        measured: formatMs(getSlowest(found)),
        isMet: getSlowest(found) <= searchTarget.singleP95,
      },
      {
        measurement: 'uses of tracks by a member with 100 channels, 1 client p95',
        target: formatMs(memberUsesTarget.singleP95),
        measured: formatMs(getSlowest(uses)),
        isMet: getSlowest(uses) <= memberUsesTarget.singleP95,
      },
      {
        measurement: `first ${exportedRows.toLocaleString('en')} rows of the file of all videos`,
        target: '',
        measured: formatSeconds(await measureExport(origin, manager)),
        isMet: undefined,
      },
    ]
  })

/** Measures how long a reader waits for the first rows of a file; it then disconnects. */
async function measureExport(origin: string, token: string): Promise<number> {
  const path = `/${exportVideos.path}?period=six-months`
  const started = performance.now()
  const response = await fetch(`${origin}/api${path}`, {
    headers: {
      ...signHeaders('GET', path, undefined, { domain: 'localhost', token }),
      'Accept-Encoding': 'br',
    },
  })
  let rows = 0
  for await (const chunk of response.body ?? []) {
    rows += Buffer.from(chunk).toString('latin1').split('\r\n').length - 1
    if (rows > exportedRows) break
  }
  return (performance.now() - started) / 1000
}

/** Measures the same calls on a tenth of the data, by their p50 for one client. */
export async function measureGrowth(bench: LargeBench): Promise<Result[]> {
  const tenth = await prepareLargeData(bench.server, bench.size / 10, bench.rounds)
  const growths = await withUncachedServer(bench, (origin) =>
    withUncachedServer(tenth, async (tenthOrigin) => {
      const requests = await createReportRequests(bench, origin)
      const tenthRequests = await createReportRequests(tenth, tenthOrigin)
      const compared = []
      for (const request of requests) {
        const other = tenthRequests.find(({ name }) => name === request.name)
        if (other)
          compared.push(
            await compareSizes({ origin, request }, { origin: tenthOrigin, request: other }, bench.rounds),
          )
      }
      return compared
    }),
  )
  console.log('\nGrowth: p50 at 1 client, a tenth and full size')
  for (const { name, tenthMs, fullMs } of growths)
    console.log(
      `${name.padEnd(44)}${formatMs(tenthMs).padStart(10)}${formatMs(fullMs).padStart(10)}  × ${(fullMs / tenthMs).toFixed(2)}`,
    )
  const factors = growths.map(({ name, tenthMs, fullMs }) => ({ name, factor: fullMs / tenthMs }))
  factors.sort((a, b) => a.factor - b.factor)
  const largest = factors.at(-1)
  const median = factors[Math.floor(factors.length / 2)]
  const met = factors.filter(({ factor }) => factor <= maxGrowth).length
  return [
    {
      measurement: 'the same call with 10 times the facts',
      target: `× ${maxGrowth}`,
      measured:
        `median × ${median?.factor.toFixed(2)}, largest × ${largest?.factor.toFixed(2)} (${largest?.name}), ` +
        `${met} of ${factors.length} met`,
      isMet: met === factors.length,
    },
  ]
}

interface SizedRequest {
  origin: string
  request: BenchRequest
}

const interleavedParts = 4

/** Alternates between the two, so that other load on the machine affects both. */
async function compareSizes(full: SizedRequest, tenth: SizedRequest, rounds: number) {
  const median = (values: number[]) =>
    values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
  const times = { full: [] as number[], tenth: [] as number[] }
  for (let part = 0; part < interleavedParts; part++) {
    for (const [name, { origin, request }] of [
      ['full', full],
      ['tenth', tenth],
    ] as const)
      times[name].push((await measureClients(origin, request, 1, Math.ceil(rounds / interleavedParts))).p50)
  }
  return { name: full.request.name, fullMs: median(times.full), tenthMs: median(times.tenth) }
}
