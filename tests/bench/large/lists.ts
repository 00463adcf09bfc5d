import { approvalStatus } from '#contract/channels/channel-states.ts'
import type { ReviewDecision } from '#server/channels/lifecycle/review.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { ImportProgress } from '#server/platform/files/import-progress.ts'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { reviewChannel } from '#tests/support/channel-fixtures.ts'
import {
  measuredOwner,
  restoreLastDay,
  withReportFolder,
  writeNextDay,
} from '#tests/support/large-data/report-files.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { type LargeBench, withDatabase } from './bench.ts'
import { type DatabaseLoad, startLoadMeasurement } from './database-load.ts'
import { formatCount, formatMegabytes, formatSeconds, type Result } from './results.ts'

const dayTarget = { cpuSeconds: 5, walBytes: 200_000_000, temporaryBytes: 200_000_000 }
const channelTargetSeconds = 0.3

/** Measures the lists after a new day of one owner, who reports half of the channels. */
export const measureOwnerDay = (bench: LargeBench): Promise<Result[]> =>
  withDatabase(bench, (db) =>
    withReportFolder(async (folder) => {
      await prepareLists(db)
      await writeNextDay(db, folder)
      const transaction = await selectTransactionId(db)
      const started = performance.now()
      const { importSeconds, load } = await importMeasured(bench, db, folder)
      const totalSeconds = (performance.now() - started) / 1000
      const rewritten = await countRewrittenRows(db, transaction, `owner = '${measuredOwner}'`)
      const others = await countRewrittenRows(db, transaction, `owner <> '${measuredOwner}'`)
      await restoreLastDay(db)
      return [
        ...describeDayLoad(load),
        {
          measurement: 'lists after one owner’s day: rows of other networks rewritten',
          target: '0',
          measured: formatCount(others),
          isMet: others === 0,
        },
        {
          measurement: 'lists after one owner’s day: rows of its networks rewritten',
          target: '',
          measured: formatCount(rewritten),
          isMet: undefined,
        },
        {
          measurement: 'one owner’s day: copied and published / with its lists',
          target: '',
          measured: `${formatSeconds(importSeconds)} / ${formatSeconds(totalSeconds)}`,
          isMet: undefined,
        },
      ]
    }),
  )

async function prepareLists(db: Database): Promise<void> {
  await restoreLastDay(db)
  await refreshLists(db)
}

/** Measures from the moment when the import begins to refresh the lists. */
async function importMeasured(bench: LargeBench, db: Database, folder: string) {
  const started = performance.now()
  let importSeconds = 0
  let measurement: ReturnType<typeof startLoadMeasurement> | undefined
  const progress: ImportProgress = {
    start() {},
    advance() {},
    completeFile({ result, ...outcome }) {
      if (result !== 'loaded') throw new Error(`A report was ${result}: ${JSON.stringify(outcome)}`)
    },
    startStep() {
      importSeconds = (performance.now() - started) / 1000
      measurement ??= startLoadMeasurement(db, bench.server.processId)
    },
    end() {},
  }
  await importFiles(db, [folder], { owner: measuredOwner, progress })
  const finish = await measurement
  if (!finish) throw new Error('The import did not refresh the lists.')
  return { importSeconds, load: await finish() }
}

function describeDayLoad({ seconds, cpuSeconds, walBytes, temporaryBytes }: DatabaseLoad): Result[] {
  const title = 'lists after one owner’s day'
  return [
    {
      measurement: `${title}: database CPU (elapsed)`,
      target: formatSeconds(dayTarget.cpuSeconds),
      measured: `${cpuSeconds === undefined ? 'not measured' : formatSeconds(cpuSeconds)} (${formatSeconds(seconds)})`,
      isMet: cpuSeconds === undefined ? undefined : cpuSeconds <= dayTarget.cpuSeconds,
    },
    {
      measurement: `${title}: WAL`,
      target: formatMegabytes(dayTarget.walBytes),
      measured: formatMegabytes(walBytes),
      isMet: walBytes <= dayTarget.walBytes,
    },
    {
      measurement: `${title}: temporary files`,
      target: formatMegabytes(dayTarget.temporaryBytes),
      measured: temporaryBytes === undefined ? 'not measured' : formatMegabytes(temporaryBytes),
      isMet: temporaryBytes === undefined ? undefined : temporaryBytes <= dayTarget.temporaryBytes,
    },
  ]
}

/** Measures the lists after a channel is put on hold and approved again: one of median size, and the largest one. */
export const measureChannel = (bench: LargeBench): Promise<Result[]> =>
  withDatabase(bench, async (db) => {
    await prepareLists(db)
    const results: Result[] = []
    for (const { name, id, videos, hasTarget } of await selectMeasuredChannels(db)) {
      for (const [change, decision] of [
        ['removing', approvalStatus.held],
        ['verifying', approvalStatus.approved],
      ] as const) {
        const transaction = await selectTransactionId(db)
        const { reviewSeconds, load } = await reviewMeasured(bench, db, id, decision)
        const rewritten = await countRewrittenRows(db, transaction, 'true')
        const { seconds, cpuSeconds, walBytes } = load
        results.push({
          measurement: `lists after ${change} ${name} (${formatCount(videos)} videos)`,
          target: hasTarget ? formatSeconds(channelTargetSeconds) : '',
          measured: [
            formatSeconds(seconds),
            `CPU ${cpuSeconds === undefined ? 'not measured' : formatSeconds(cpuSeconds)}`,
            `WAL ${formatMegabytes(walBytes)}`,
            `${formatCount(rewritten)} rows`,
            `review ${formatSeconds(reviewSeconds)}`,
          ].join(', '),
          isMet: hasTarget ? seconds <= channelTargetSeconds : undefined,
        })
      }
    }
    return results
  })

async function reviewMeasured(bench: LargeBench, db: Database, id: number, decision: ReviewDecision) {
  const started = performance.now()
  const outcome = await reviewChannel(db, id, decision, null, new Date())
  if (outcome !== 'updated') throw new Error(`The channel ${id} was not reviewed: ${outcome}.`)
  const reviewSeconds = (performance.now() - started) / 1000
  const finish = await startLoadMeasurement(db, bench.server.processId)
  await refreshLists(db)
  return { reviewSeconds, load: await finish() }
}

async function selectMeasuredChannels(db: Database) {
  // An interrupted run may have left a channel on hold.
  const held = await queryRaw<{ id: number }>(
    db,
    'select registration_id as id from channels where approval_status = $1',
    [approvalStatus.held],
  )
  for (const { id } of held) await reviewChannel(db, id, approvalStatus.approved, null, new Date())
  await refreshLists(db)
  const channels = await queryRaw<{ id: number; videos: number }>(
    db,
    `select c.registration_id as id, count(*) as videos
    from channels c
    join videos v on v.channel_id = c.channel_id
    group by c.registration_id
    order by videos, c.registration_id`,
  )
  const median = channels[Math.floor(channels.length / 2)]
  const largest = channels.at(-1)
  if (!median || !largest) throw new Error('There are no channels.')
  return [
    { ...median, name: 'a channel of median size', hasTarget: true },
    { ...largest, name: 'the largest channel', hasTarget: false },
  ]
}

async function selectTransactionId(db: Database): Promise<number> {
  const [row] = await queryRaw<{ id: number }>(
    db,
    'select (pg_current_xact_id()::text::bigint & 4294967295)::bigint as id',
  )
  return row?.id ?? 0
}

/** Counts the lists' rows that a later transaction wrote. */
async function countRewrittenRows(db: Database, transaction: number, networks: string): Promise<number> {
  const counts = await Promise.all(
    ['video_period', 'channel_period', 'track_period'].map((list) =>
      queryRaw<{ count: number }>(
        db,
        `select count(*) as count
        from ${list}
        where xmin::text::bigint > $1
          and network_id in (select network_id from large_data.networks where ${networks})`,
        [transaction],
      ),
    ),
  )
  return counts.flat().reduce((sum, { count }) => sum + count, 0)
}
