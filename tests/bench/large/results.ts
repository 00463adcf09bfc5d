/** A line of the table: a target from storage.md beside the measured value. */
export interface Result {
  measurement: string
  target: string
  measured: string
  /** Undefined without a target, or if it cannot be measured. */
  isMet: boolean | undefined
}

export const formatMs = (ms: number): string => `${ms.toFixed(ms < 10 ? 1 : 0)} ms`
export const formatSeconds = (seconds: number): string => `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`
export const formatMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
export const formatCount = (count: number): string => Math.round(count).toLocaleString('en')

export function printResults(title: string, results: readonly Result[]): void {
  const rows = results.map(({ measurement, target, measured, isMet }) => [
    measurement,
    target,
    measured,
    isMet === undefined ? '' : isMet ? 'met' : 'MISSED',
  ])
  const table = [['measurement', 'target', 'measured', ''], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => (row[column] ?? '').length)))
  console.log(`\n${title}`)
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}
