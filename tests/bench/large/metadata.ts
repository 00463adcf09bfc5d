import type { Database } from '#server/platform/db/database.ts'
import { measure } from '#tests/bench/processes.ts'
import { measuredOwner, withReportFolder, writeMetadata } from '#tests/support/large-data/report-files.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { operatorFlags } from '../../../scripts/node-flags.mjs'
import { type LargeBench, withDatabase } from './bench.ts'
import { startLoadMeasurement } from './database-load.ts'
import { formatCount, formatMegabytes, formatSeconds, type Result } from './results.ts'

const targetSeconds = 15

/** Measures a metadata report of all videos that contains no changes. */
export const measureMetadata = (bench: LargeBench): Promise<Result[]> =>
  withReportFolder(async (folder) => {
    const lines = await withDatabase(bench, (db) => writeMetadata(db, folder))
    return withDatabase(bench, async (db) => {
      const before = await selectUpdatedVideos(db)
      const finish = await startLoadMeasurement(db, bench.server.processId)
      const parameters = [...operatorFlags, 'server/operator/main.ts', 'import', folder]
      const { seconds, peakMegabytes, status } = await measure(
        [...parameters, '--owner', measuredOwner, '--created', new Date().toISOString()],
        { DATABASE_URL: bench.url, DEMO: '0' },
      )
      if (status !== 0) throw new Error(`The import ended with ${status}.`)
      const { cpuSeconds, walBytes } = await finish()
      const updated = (await selectUpdatedVideos(db)) - before
      if (updated > 0) await execRaw(db, 'vacuum analyze videos')
      return [
        {
          measurement: `metadata report of ${formatCount(lines)} unchanged lines`,
          target: formatSeconds(targetSeconds),
          measured: [
            formatSeconds(seconds),
            `CPU of the database ${cpuSeconds === undefined ? 'not measured' : formatSeconds(cpuSeconds)}`,
            `WAL ${formatMegabytes(walBytes)}`,
            `peak ${peakMegabytes?.toFixed(0) ?? '?'} MB`,
          ].join(', '),
          isMet: seconds <= targetSeconds,
        },
        {
          measurement: 'the same: rows of videos rewritten',
          target: '0',
          measured: formatCount(updated),
          isMet: updated === 0,
        },
      ]
    })
  })

/** Connections report their writes when they end, as the importing process has. */
async function selectUpdatedVideos(db: Database): Promise<number> {
  const [row] = await queryRaw<{ count: number }>(
    db,
    `select n_tup_upd as count from pg_stat_user_tables where relid = 'videos'::regclass`,
  )
  return row?.count ?? 0
}
