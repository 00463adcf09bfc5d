import { operatorFlags } from '../../scripts/node-flags.mjs'
import { writeReportFiles } from './large-report-files.ts'
import { measure } from './processes.ts'

export interface ImportMeasurement {
  rows: number
  seconds: number
  rowsPerMinute: number
  peakMegabytes: number | undefined
}

/** Writes a day of activity, and revenue for every other line. @returns the files */
export const writeImportFiles = (folder: string, rows: number): Promise<string[]> =>
  writeReportFiles(folder, '2026-10-01', rows)

const operator = [...operatorFlags, 'server/operator/main.ts']

/** Imports the files into an empty database, including its lists and the start of the process. */
export async function measureImport(
  files: readonly string[],
  rows: number,
  env: Record<string, string>,
): Promise<ImportMeasurement> {
  const total = rows + Math.floor(rows / 2)
  const environment = { ...env, DEMO: '0' }
  await measure([...operator, 'migrate'], environment)
  const { seconds, peakMegabytes, status } = await measure([...operator, 'import', ...files], environment)
  if (status !== 0) throw new Error(`The import ended with ${status}.`)
  return { rows: total, seconds, rowsPerMinute: (total / seconds) * 60, peakMegabytes }
}
