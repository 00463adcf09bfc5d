import { type BenchRequest, measureLatency } from '#tests/bench/latency.ts'
import { startServer } from '#tests/bench/processes.ts'
import { measureThroughput } from '#tests/bench/throughput.ts'
import { createAnswerRequests } from './answer-requests.ts'
import type { LargeBench } from './bench.ts'
import { callTarget, summarizeLatencies, withUncachedServer } from './report-calls.ts'
import { signInAsManager, signInAsMember } from './report-requests.ts'
import { formatCount, formatMs, type Result } from './results.ts'
import { cachedTarget } from './server-process.ts'

const secondsPerCall = 1

/** Measures the screens' requests beyond lists and totals of calendar periods: cold, then from the response cache. */
export const measureAnswers = async (bench: LargeBench): Promise<Result[]> => [
  ...(await measureCold(bench)),
  await measureWarm(bench),
]

const measureCold = (bench: LargeBench): Promise<Result[]> =>
  withUncachedServer(bench, async (origin) => {
    const requests = await createRequests(origin)
    const latencies = await measureLatency(
      'Answers, nothing cached',
      callTarget,
      origin,
      requests,
      bench.rounds,
    )
    return summarizeLatencies('answers', latencies)
  })

async function measureWarm(bench: LargeBench): Promise<Result> {
  const server = await startServer({ DATABASE_URL: bench.url, DEMO: '0' })
  try {
    const requests = (await createRequests(server.origin)).filter(isCached)
    console.log('\nAnswers from the cache, 10 clients: responses a second, p50 in milliseconds')
    const measured = []
    for (const request of requests) {
      const throughput = await measureThroughput(server.origin, request, secondsPerCall)
      const { perSecond, p50Ms } = throughput
      console.log(
        `${request.name.padEnd(44)}${formatCount(perSecond).padStart(10)}${p50Ms.toFixed(2).padStart(8)}`,
      )
      measured.push({ name: request.name, ...throughput })
    }
    measured.sort((a, b) => b.perSecond - a.perSecond)
    const [slowest, median] = [measured.at(-1), measured[Math.floor(measured.length / 2)]]
    if (!slowest || !median) throw new Error('There are no cached answers.')
    const met = measured.filter(
      ({ perSecond, p50Ms }) => perSecond >= cachedTarget.perSecond && p50Ms <= cachedTarget.p50Ms,
    )
    return {
      measurement: 'answers from the cache, 10 clients',
      target: `${formatCount(cachedTarget.perSecond)} a second, p50 ${formatMs(cachedTarget.p50Ms)}`,
      measured:
        `median ${formatCount(median.perSecond)} a second, slowest ${formatCount(slowest.perSecond)} ` +
        `(${slowest.name}), ${met.length} of ${measured.length} met`,
      isMet: met.length === measured.length,
    }
  } finally {
    await server.stop()
  }
}

const createRequests = async (origin: string) =>
  createAnswerRequests(origin, {
    manager: await signInAsManager(origin),
    member: await signInAsMember(origin),
  })

/** Lists of registrations and members are not cached, because they change with people's actions. */
const isCached = ({ endpoint }: BenchRequest) => endpoint.path.startsWith('v2/mcn/reports/')
