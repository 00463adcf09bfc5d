import { recordAuditEntries } from '#server/platform/auth/audit.ts'
import { formatCount } from '#server/platform/command-line/format.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { CountRow, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { createColumnLookup, type Fields } from '#server/platform/files/csv-records.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import type { RowFormat } from '#server/reports/ingest/loader/copy-files.ts'
import type { StagedFile } from '#server/reports/ingest/loader/file-import.ts'
import type { ImportRun } from '#server/reports/ingest/loader/import-run.ts'
import type { LoadKind, Publication } from '#server/reports/ingest/loader/load-files.ts'
import { convertLoad, noteCurrency, reconvertLoads } from './conversion.ts'
import type { InspectedFile, MonthFileImport, MonthFileResult } from './import-file.ts'
import {
  describeUnit,
  insertLoads,
  type LoadCandidate,
  lockMonth,
  type MonthLoad,
  monthLoads,
  selectPublishedFiles,
} from './loads.ts'
import { createFinder } from './reading/columns.ts'
import type { Source } from './reading/sources.ts'
import { findLargeRefunds, selectRefundedMonths } from './refunds.ts'
import { refuseSameContent } from './same-content.ts'

export interface LoadableMonthFile {
  file: MonthFileImport
  inspected: InspectedFile
  candidate: LoadCandidate
  sha256: string
}

/** Final files of one owner: all of them become visible at once, or none. */
export const monthFileLoader: LoadKind<ImportRun, MonthFileResult, LoadableMonthFile, MonthLoad> = {
  table: monthLoads,
  compare,
  insertLoads,
  createFormat,
  publish,
  describe: ({ candidate: { source, month }, rows }, { replaced }) => ({
    result: 'loaded',
    source,
    month,
    rows,
    replaced: replaced?.fileName ?? null,
  }),
}

async function compare({ db, owner }: ImportRun, files: readonly LoadableMonthFile[]): Promise<void> {
  const candidates = files.map(({ candidate }) => candidate)
  const published = await selectPublishedFiles(db, owner, candidates)
  for (const { file, candidate } of files)
    await file.attempt(() => {
      const { source, month } = candidate
      const { current, isUnchanged } = published.compare(candidate)
      if (isUnchanged) file.settle({ result: 'unchanged', source, month, rows: current?.rows ?? 0 })
    })
}

function createFormat(
  { db }: ImportRun,
  { file, inspected: { kind, header, headerLine }, candidate }: LoadableMonthFile,
  loadId: number,
): RowFormat {
  const { month } = candidate
  const currencies = new Set<string>()
  let wrongTaxes = 0
  const formatColumns = kind.format.createFormatter(createFinder(createColumnLookup(header)), {
    month,
    noteCurrency: (text) => noteCurrency(currencies, text),
    noteWrongTax: () => wrongTaxes++,
  })
  return {
    copyTarget: kind.format.copyTarget,
    readOptions: { headerLine, skipsEmptyLines: true },
    formatLine: (fields: Fields) => `${loadId}\t${formatColumns(fields)}`,
    async finish(rows) {
      const conversion = await convertLoad(db, candidate, loadId, currencies)
      if (conversion !== undefined) file.warnings.push(conversion)
      if (wrongTaxes > 0)
        file.warnings.push(
          `tax is not its rate of the revenue from the United States in ${formatCount(wrongTaxes, 'line')}`,
        )
      await refuseSameContent(db, candidate, { loadId, rows })
      await sumLoad(db, candidate.source, loadId)
      if (candidate.source !== 'payment_summary') await requireLines(db, loadId, rows)
    },
  }
}

/** Tax refunds have a month in each line. */
async function sumLoad(db: Queryable, source: Source, loadId: number): Promise<void> {
  await db.execute(
    sql`insert into month_sums (load_id, channel_id, month, line_count, amount)
    select load_id, channel_id, case when ${source === 'tax_refund'} then day end, count(*), sum(amount)
    from month_lines
    where load_id = ${loadId}
    group by 1, 2, 3
    union all
    select load_id, channel_id, null, count(*), sum(withheld)
    from month_taxes
    where load_id = ${loadId}
    group by load_id, channel_id`,
  )
}

/**
 * Requires each line in the sums: a cluster whose worker has failed at the wrong moment hides the rows of a statement that it has
 * reported as done, until the worker has recovered.
 * @throws {FileRefusal}
 */
async function requireLines(db: Queryable, loadId: number, rows: number): Promise<void> {
  const { count } = await queryOne(
    db,
    CountRow,
    sql`select coalesce(sum(line_count), 0)::bigint as count
    from month_sums
    where load_id = ${loadId}`,
  )
  if (count !== rows)
    throw new FileRefusal(
      `the database shows ${count} of its ${formatCount(rows, 'line')}, as after a failure of a server: import it again`,
    )
}

/** @throws {FileRefusal} when a file has meanwhile been imported for another owner */
function publish(
  { db, owner }: ImportRun,
  files: readonly StagedFile<LoadableMonthFile>[],
): Promise<Publication<MonthLoad>[]> {
  return db.transaction(async (tx) => {
    const candidates = files.map(({ candidate }) => candidate)
    const refunded = await selectRefundedMonths(
      tx,
      files.map(({ loadId }) => loadId),
    )
    const months = [...new Set([...candidates.map(({ month }) => month), ...refunded])].sort()
    for (const month of months) await lockMonth(tx, month)
    const { compare } = await selectPublishedFiles(tx, owner, candidates)
    const replaced = candidates.map((candidate) => compare(candidate).current)
    await switchLoads(tx, files, replaced)
    for (const file of files) await refuseSameContent(tx, file.candidate, file)
    for (const { file, candidate } of files)
      if (candidate.source === 'payment_summary') file.warnings.push(...(await reconvertLoads(tx, candidate)))
    const taxFile = files.find(({ candidate: { source } }) => source === 'tax_refund' || source === 'tax')
    taxFile?.file.warnings.push(...(await findLargeRefunds(tx, owner, months)))
    return replaced.map((load) => ({ isPublished: true, replaced: load }))
  })
}

/** `replaced`: what gives way to each. */
async function switchLoads(
  tx: Queryable,
  files: readonly StagedFile<LoadableMonthFile>[],
  replaced: readonly (MonthLoad | undefined)[],
): Promise<void> {
  const ids = files.map(({ loadId }) => loadId)
  await tx.execute(
    sql`update month_loads l
    set state = 'replaced',
      replaced_by = p.id
    from unnest(${replaced.map((load) => load?.loadId ?? null)}::integer[], ${ids}::integer[]) as p (replaced_id, id)
    where l.id = p.replaced_id`,
  )
  await tx.execute(
    sql`update month_loads l
    set state = 'current',
      row_count = p.rows
    from unnest(${ids}::integer[], ${files.map(({ rows }) => rows)}::bigint[]) as p (id, rows)
    where l.id = p.id`,
  )
  await recordAuditEntries(
    tx,
    { kind: 'operator' },
    files.map(({ candidate, loadId, rows }, at) => {
      const before = replaced[at]
      return {
        action: 'month import',
        subject: { kind: 'month', id: loadId },
        context: describeUnit(candidate),
        before: before ? { load: before.loadId, rows: before.rows } : null,
        after: { load: loadId, rows },
      }
    }),
  )
}
