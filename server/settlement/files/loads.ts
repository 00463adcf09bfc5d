import * as z from 'zod/mini'
import { type FileWay, fileWays } from '#contract/settlement/final-files.ts'
import { monthStates } from '#contract/settlement/months.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Day, Id, IdRow, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { lockUntilCommit } from '#server/platform/db/transaction-lock.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import type { LoadTable } from '#server/reports/ingest/loader/load-table.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import { type Source, sources } from './reading/sources.ts'

export const monthLoads: LoadTable = {
  name: sql`month_loads`,
  dayColumn: sql`month`,
  rowTables: [
    { name: sql`month_sums` },
    { name: sql`month_lines` },
    { name: sql`month_taxes` },
    { name: sql`month_payments` },
  ],
  getLock: (owner) => `months of ${owner}`,
}

/** A file replaces a unit as a whole. */
export interface MonthUnit {
  owner: string
  /** Its first day. */
  month: string
  source: Source
}

export interface LoadCandidate extends MonthUnit {
  fileName: string
  sha256: string
  way: FileWay
  /** Also imports a file that was replaced before. */
  replace: boolean
}

const MonthLoad = z.object({
  loadId: Id,
  owner: z.string(),
  month: Day,
  source: z.enum(sources),
  fileName: z.string(),
  sha256: z.string(),
  way: z.enum(fileWays),
  loadedAt: Timestamp,
  rows: Count,
})
export type MonthLoad = z.output<typeof MonthLoad>

const loadColumns = sql`l.id as "loadId",
      l.owner,
      l.month,
      l.source,
      l.file_name as "fileName",
      l.sha256,
      l.way,
      l.loaded_at as "loadedAt",
      l.row_count as rows`

/** Selects current loads by owner and source; without an owner or a month, of all. */
export const selectMonthLoads = (
  db: Pick<Queryable, 'query'>,
  { owner = null, month = null }: { owner?: string | null | undefined; month?: string | null | undefined },
): Promise<MonthLoad[]> =>
  db.query(
    MonthLoad,
    sql`select ${loadColumns}
    from month_loads l
    where l.state = 'current'
      and (${owner}::text is null or l.owner = ${owner})
      and (${month}::date is null or l.month = ${month})
    order by l.month, l.owner, array_position(${[...sources]}::text[], l.source)`,
  )

const ComparedLoad = z.extend(MonthLoad, { isCurrent: z.boolean() })

/** New files of an owner are compared with these. */
export interface PublishedFiles {
  /**
   * @returns the current load, and whether the file is it
   * @throws {FileRefusal} when the file counts for another owner, or was replaced before
   */
  compare(candidate: LoadCandidate): { current: MonthLoad | undefined; isUnchanged: boolean }
}

export async function selectPublishedFiles(
  db: Queryable,
  owner: string,
  candidates: readonly LoadCandidate[],
): Promise<PublishedFiles> {
  const loads = await db.query(
    ComparedLoad,
    sql`select ${loadColumns},
      l.state = 'current' as "isCurrent"
    from month_loads l
    where l.month = any(${candidates.map(({ month }) => month)}::date[])
      and l.state in ('current', 'replaced')
      and ((l.owner = ${owner} and l.state = 'current')
        or l.sha256 = any(${candidates.map(({ sha256 }) => sha256)}::text[]))
    order by l.owner`,
  )
  return {
    compare(candidate) {
      const own = loads.filter((load) => isSameUnit(load, candidate))
      const current = own.find(({ isCurrent }) => isCurrent)
      if (current?.sha256 === candidate.sha256) return { current, isUnchanged: true }
      refuseFileOfOther(candidate, loads)
      const wasReplaced = own.some(({ isCurrent, sha256 }) => !isCurrent && sha256 === candidate.sha256)
      if (current && wasReplaced && !candidate.replace)
        throw new FileRefusal(
          `it was imported before and replaced by ${current.fileName}; if it is the right one, import it with --replace`,
        )
      return { current, isUnchanged: false }
    },
  }
}

const isSameUnit = (one: MonthUnit, other: MonthUnit): boolean =>
  one.owner === other.owner && one.month === other.month && one.source === other.source

/** The same file under two owners would count twice; without lines, files are all alike. */
function refuseFileOfOther(
  { owner, month, sha256 }: LoadCandidate,
  loads: readonly z.output<typeof ComparedLoad>[],
): void {
  const other = loads.find(
    (load) =>
      load.isCurrent &&
      load.owner !== owner &&
      load.month === month &&
      load.sha256 === sha256 &&
      load.rows > 0,
  )
  if (other)
    throw new FileRefusal(
      `the content owner ${other.owner} already has this file (${other.fileName}); importing it would count it twice`,
    )
}

/** @returns the ids, in order */
export async function insertLoads(
  db: Queryable,
  files: readonly { candidate: LoadCandidate }[],
): Promise<number[]> {
  const rows = await db.query(
    IdRow,
    sql`insert into month_loads (owner, month, source, file_name, sha256, way)
    select owner, month, source, "fileName", sha256, way
    from jsonb_to_recordset(${JSON.stringify(files.map(({ candidate }, at) => ({ ...candidate, at })))}::text::jsonb)
      as f (at integer, owner text, month date, source text, "fileName" text, sha256 text, way text)
    order by at
    returning id`,
  )
  return rows.map(({ id }) => id)
}

const MonthState = z.object({ state: z.enum(monthStates) })
export type MonthState = z.output<typeof MonthState>['state']

/** Serializes changes of the month. */
export async function lockMonth(tx: Queryable, month: string): Promise<MonthState> {
  await lockUntilCommit(tx, `month ${month}`)
  await tx.execute(sql`insert into months (month) values (${month}) on conflict (month) do nothing`)
  const { state } = await queryOne(
    tx,
    MonthState,
    sql`select state from months where month = ${month} for update`,
  )
  return state
}

export const describeUnit = ({ owner, month, source }: MonthUnit) => ({
  source,
  owner,
  month: formatMonth(month),
})
