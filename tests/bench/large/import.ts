import { join } from 'node:path'
import { type ImportMeasurement, measureImport, writeImportFiles } from '#tests/bench/imports.ts'
import { withReportFolder } from '#tests/support/large-data/report-files.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { createDatabase, type LargeBench, withDatabase } from './bench.ts'
import { formatCount, formatSeconds, type Result } from './results.ts'

const rows = 1_000_000
const targets = {
  PostgreSQL: { rowsPerMinute: 3_000_000, peakMegabytes: 200 },
  embedded: { rowsPerMinute: 2_000_000, peakMegabytes: 700 },
}

/** Imports into empty databases, as all other benchmarks do. */
export const measureImports = ({ server }: LargeBench): Promise<Result[]> =>
  withReportFolder(async (folder) => {
    const files = await writeImportFiles(folder, rows)
    const embedded = await measureImport(files, rows, { DATABASE_URL: '', DATA_DIR: join(folder, 'data') })
    const url = await createDatabase(server, 'bench_import')
    const onServer = await measureImport(files, rows, { DATABASE_URL: url }).finally(() =>
      withDatabase(server, (db) => queryRaw(db, 'drop database bench_import with (force)')),
    )
    return [describe('PostgreSQL', onServer), describe('embedded', embedded)]
  })

function describe(engine: keyof typeof targets, measured: ImportMeasurement): Result {
  const target = targets[engine]
  const { rowsPerMinute, seconds, peakMegabytes } = measured
  return {
    measurement: `import of ${formatCount(measured.rows)} rows, ${engine}`,
    target: `${formatCount(target.rowsPerMinute)} rows a minute, ${target.peakMegabytes} MB`,
    measured: `${formatCount(rowsPerMinute)} rows a minute (${formatSeconds(seconds)}), ${peakMegabytes?.toFixed(0) ?? '?'} MB`,
    isMet: rowsPerMinute >= target.rowsPerMinute && (peakMegabytes ?? 0) <= target.peakMegabytes,
  }
}
