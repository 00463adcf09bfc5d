import { createCounter } from '#server/platform/metrics/registry.ts'

const files = createCounter({
  name: 'hookline_import_files_total',
  help: 'Report files that this server has imported.',
  labels: ['type', 'result'],
})

const rows = createCounter({
  name: 'hookline_import_rows_total',
  help: 'Rows of the report files that were loaded.',
  labels: ['type'],
})

interface ImportedFile {
  /** Undefined for a file that is not recognized. */
  type: string | undefined
  result: 'loaded' | 'unchanged' | 'older' | 'refused'
  rows: number
}

export function countImportedFile({ type = 'unknown', result, rows: rowCount }: ImportedFile): void {
  files.inc({ type, result })
  if (result === 'loaded') rows.inc({ type }, rowCount)
}
