import type { Database } from '#server/platform/db/database.ts'
import type { BenchRequest } from '#tests/bench/latency.ts'
import { measure, startServer } from '#tests/bench/processes.ts'
import { createScreenRequests } from '#tests/bench/screen-requests.ts'
import {
  measuredOwner,
  restoreLastDay,
  withReportFolder,
  writeNextDay,
} from '#tests/support/large-data/report-files.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { callRemote } from '#tests/support/remote-api.ts'
import { operatorFlags } from '../../../scripts/node-flags.mjs'
import { type LargeBench, withDatabase } from './bench.ts'
import { enableStatementStatistics } from './database-load.ts'
import { signInAsManager } from './report-requests.ts'
import { formatMs, type Result } from './results.ts'

const readers = 10
/** Screens that a person opens first. */
const firstScreens = ['dashboard, this month', 'dashboard, 6 months', 'videos by date', 'channels by profit']
/** Gives the server time to warm its cache. */
const pauseMs = 2_000

/**
 * Lets ten concurrent readers open each screen after a publish, and measures how long they wait and how often a report
 * is computed.
 */
export async function measureAfterPublish(bench: LargeBench): Promise<Result[]> {
  const server = await startServer({ DATABASE_URL: bench.url, DEMO: '0' })
  try {
    return await withDatabase(bench, async (db) => {
      await restoreLastDay(db)
      const token = await signInAsManager(server.origin)
      const requests = await createScreenRequests(server.origin, token)
      const hasStatistics = await enableStatementStatistics(db)
      const callOnce = async (request: BenchRequest) => {
        const started = performance.now()
        await callRemote(server.origin, request.endpoint, request)
        return performance.now() - started
      }
      const countExecutions = async (work: () => Promise<unknown>) => {
        if (hasStatistics) await queryRaw(db, 'select pg_stat_statements_reset()')
        await work()
        return hasStatistics ? selectMostExecutions(db) : undefined
      }
      const executionsOfOne = []
      for (const request of requests)
        executionsOfOne.push((await countExecutions(() => callOnce(request))) || 1)
      // The server warms the report that a person opened last.
      for (const request of requests) if (firstScreens.includes(request.name)) await callOnce(request)
      await publishNextDay(bench, db)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      const measured = []
      for (const [at, request] of requests.entries()) {
        let times: number[] = []
        const executions = await countExecutions(async () => {
          times = await Promise.all(Array.from({ length: readers }, () => callOnce(request)))
        })
        const computations =
          executions === undefined ? undefined : Math.ceil(executions / (executionsOfOne[at] ?? 1))
        measured.push({ name: request.name, slowestMs: Math.max(...times), computations })
      }
      await restoreLastDay(db)
      return describe(measured)
    })
  } finally {
    await server.stop()
  }
}

const publishNextDay = (bench: LargeBench, db: Database) =>
  withReportFolder(async (folder) => {
    await writeNextDay(db, folder)
    const { status } = await measure(
      [...operatorFlags, 'server/operator/main.ts', 'import', folder, '--owner', measuredOwner],
      { DATABASE_URL: bench.url, DEMO: '0' },
    )
    if (status !== 0) throw new Error(`The import ended with ${status}.`)
  })

/** Counts executions of the report statement that was executed most often. */
async function selectMostExecutions(db: Database): Promise<number> {
  const [row] = await queryRaw<{ calls: number }>(
    db,
    `select coalesce(max(calls), 0)::bigint as calls
    from pg_stat_statements
    where query ~ '(network_daily|channel_daily|video_period|channel_period|_facts)'
      and query !~ '(pg_stat_statements|network_day_ranges)'`,
  )
  return row?.calls ?? 0
}

interface ScreenMeasurement {
  name: string
  slowestMs: number
  computations: number | undefined
}

function describe(measured: readonly ScreenMeasurement[]): Result[] {
  console.log(`\nAfter a publish, ${readers} readers at once: slowest response, computations`)
  for (const { name, slowestMs, computations } of measured)
    console.log(
      `${name.padEnd(44)}${formatMs(slowestMs).padStart(10)}${String(computations ?? '?').padStart(5)}`,
    )
  const counts = measured.map(({ computations }) => computations).filter((count) => count !== undefined)
  const warmed = measured.filter(
    ({ name, computations }) => firstScreens.includes(name) && computations === 0,
  )
  const slowest = Math.max(...measured.map(({ slowestMs }) => slowestMs))
  return [
    {
      measurement: `after a publish, first ${readers} readers at once: computations per query`,
      target: '1',
      measured:
        counts.length === 0
          ? 'not measured'
          : `at most ${Math.max(...counts)}, slowest reader ${formatMs(slowest)}`,
      isMet: counts.length === 0 ? undefined : Math.max(...counts) <= 1,
    },
    {
      measurement: 'after a publish: first screens warmed',
      target: `${firstScreens.length} of ${firstScreens.length}`,
      measured: counts.length === 0 ? 'not measured' : `${warmed.length} of ${firstScreens.length}`,
      isMet: counts.length === 0 ? undefined : warmed.length === firstScreens.length,
    },
  ]
}
