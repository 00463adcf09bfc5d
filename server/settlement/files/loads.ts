import * as z from 'zod/mini'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Count, Day, Id, IdRow, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import { formatMonth, type Source, sources } from './sources.ts'

/** What a file replaces as a whole. */
export interface MonthUnit {
  owner: string
  /** Its first day. */
  month: string
  source: Source
}

export interface LoadCandidate extends MonthUnit {
  fileName: string
  sha256: string
  /** Also a file that was replaced before. */
  replace: boolean
}

const MonthLoad = z.object({
  loadId: Id,
  owner: z.string(),
  month: Day,
  source: z.enum(sources),
  fileName: z.string(),
  sha256: z.string(),
  rows: Count,
})
export type MonthLoad = z.output<typeof MonthLoad>

const loadColumns = sql`l.id as "loadId",
      l.owner,
      l.month,
      l.source,
      l.file_name as "fileName",
      l.sha256,
      l.row_count as rows`

export async function selectCurrentLoad(db: Queryable, unit: MonthUnit): Promise<MonthLoad | undefined> {
  const [current] = await db.query(
    MonthLoad,
    sql`select ${loadColumns}
    from month_loads l
    where l.owner = ${unit.owner}
      and l.month = ${unit.month}
      and l.source = ${unit.source}
      and l.state = 'current'`,
  )
  return current
}

/** What counts, by owner and source. Without an owner or a month, of all. */
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

/**
 * @returns the current load, and whether the file is it
 * @throws {FileRefusal} when it counts for another owner, or was replaced before
 */
export async function compareWithCurrent(
  db: Queryable,
  candidate: LoadCandidate,
): Promise<{ current: MonthLoad | undefined; isUnchanged: boolean }> {
  const current = await selectCurrentLoad(db, candidate)
  if (current?.sha256 === candidate.sha256) return { current, isUnchanged: true }
  await refuseFileOfOther(db, candidate)
  if (current && !candidate.replace) await refuseReplacedFile(db, candidate, current)
  return { current, isUnchanged: false }
}

const OtherLoad = z.object({ owner: z.string(), fileName: z.string() })

/** The same file under two owners would count twice; without lines, files are all alike. */
async function refuseFileOfOther(db: Queryable, { owner, month, sha256 }: LoadCandidate): Promise<void> {
  const [other] = await db.query(
    OtherLoad,
    sql`select owner,
      file_name as "fileName"
    from month_loads
    where month = ${month}
      and owner <> ${owner}
      and sha256 = ${sha256}
      and state = 'current'
      and row_count > 0
    order by owner
    limit 1`,
  )
  if (other)
    throw new FileRefusal(
      `the same file is there as one of the content owner ${other.owner} (${other.fileName}); it would count twice`,
    )
}

async function refuseReplacedFile(
  db: Queryable,
  { owner, month, source, sha256 }: LoadCandidate,
  current: MonthLoad,
): Promise<void> {
  const replaced = await db.query(
    IdRow,
    sql`select id
    from month_loads
    where owner = ${owner}
      and month = ${month}
      and source = ${source}
      and sha256 = ${sha256}
      and state = 'replaced'`,
  )
  if (replaced.length > 0)
    throw new FileRefusal(
      `it was imported before and replaced by ${current.fileName}; if it is the right one after all, import it with --replace`,
    )
}

export async function insertLoad(db: Queryable, candidate: LoadCandidate): Promise<number> {
  const { owner, month, source, fileName, sha256 } = candidate
  const { id } = await queryOne(
    db,
    IdRow,
    sql`insert into month_loads (owner, month, source, file_name, sha256)
    values (${owner}, ${month}, ${source}, ${fileName}, ${sha256})
    returning id`,
  )
  return id
}

/** Held while an owner's months are imported or withdrawn. */
export const getMonthLock = (owner: string): string => `months of ${owner}`

const MonthState = z.object({ state: z.enum(['open', 'closed']) })
export type MonthState = z.output<typeof MonthState>['state']

/** Serializes changes of the month. */
export async function lockMonth(tx: Queryable, month: string): Promise<MonthState> {
  await tx.execute(sql`insert into months (month) values (${month}) on conflict (month) do nothing`)
  const { state } = await queryOne(
    tx,
    MonthState,
    sql`select state from months where month = ${month} for update`,
  )
  return state
}

export async function isMonthClosed(db: Pick<Queryable, 'query'>, month: string): Promise<boolean> {
  const [row] = await db.query(MonthState, sql`select state from months where month = ${month}`)
  return row?.state === 'closed'
}

const Leftover = z.object({ loadId: Id, state: z.enum(['loading', 'replaced', 'withdrawn']) })

/** Recovery sweep, after a process was killed. Requires the owner's lock. */
export async function cleanUpLoads(db: Database, owner: string): Promise<void> {
  const leftovers = await db.query(
    Leftover,
    sql`select id as "loadId",
      state
    from month_loads
    where owner = ${owner}
      and (state = 'loading' or (state in ('replaced', 'withdrawn') and not is_swept))`,
  )
  for (const { loadId, state } of leftovers) {
    if (state === 'loading') await discardLoad(db, loadId)
    else await sweepLoad(db, loadId)
  }
}

/** Deletes a load that was not published. */
export async function discardLoad(db: Database, loadId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const deletedLoads = await tx.execute(
      sql`delete from month_loads
      where id = ${loadId}
        and state = 'loading'`,
    )
    if (deletedLoads > 0) await deleteLoadRows(tx, loadId)
  })
}

/** Deletes the rows of a load that no reader sees any more. */
export async function sweepLoad(db: Queryable, loadId: number): Promise<void> {
  await deleteLoadRows(db, loadId)
  await db.execute(sql`update month_loads set is_swept = true where id = ${loadId}`)
}

async function deleteLoadRows(db: Queryable, loadId: number): Promise<void> {
  await db.execute(sql`delete from month_sums where load_id = ${loadId}`)
  await db.execute(sql`delete from month_lines where load_id = ${loadId}`)
  await db.execute(sql`delete from month_taxes where load_id = ${loadId}`)
  await db.execute(sql`delete from month_payments where load_id = ${loadId}`)
}

export const describeUnit = ({ owner, month, source }: MonthUnit) => ({
  source,
  owner,
  month: formatMonth(month),
})
