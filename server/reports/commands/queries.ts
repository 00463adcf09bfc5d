import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Day, Id, Integer, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

const RateRow = z.object({ day: Day, krwMicros: Integer })

export const selectExchangeRates = (db: Queryable) =>
  db.query(RateRow, sql`select day, krw_micros as "krwMicros" from exchange_rates order by day`)

const OwnerRow = z.object({ owner: z.string() })

/** Includes owners of final files. */
export async function selectOwners(db: Queryable): Promise<string[]> {
  const rows = await db.query(
    OwnerRow,
    sql`select owner from report_current union select owner from month_loads where state = 'current' order by owner`,
  )
  return rows.map(({ owner }) => owner)
}

const Report = z.object({
  day: Day,
  owner: z.string(),
  type: z.string(),
  rows: Count,
  created: Timestamp,
  imported: Timestamp,
  file: z.string(),
  reportId: z.nullable(z.string()),
})

export const selectCurrentReports = (
  db: Queryable,
  { owner, from, to }: { owner?: string | undefined; from?: string | undefined; to?: string | undefined },
) =>
  db.query(
    Report,
    sql`select c.day, c.owner, c.report_type as type, l.row_count as rows, l.create_time as created,
      l.loaded_at as imported, l.file_name as file, l.report_id as "reportId"
    from report_current c
    join report_loads l on l.id = c.load_id
    where (${owner ?? null}::text is null or c.owner = ${owner ?? null})
      and c.day between ${from ?? '0001-01-01'} and ${to ?? '9999-12-31'}
    order by c.day, c.owner, c.report_type`,
  )

const Issue = z.object({
  id: Id,
  isCurrent: z.boolean(),
  reportId: z.nullable(z.string()),
  created: Timestamp,
  imported: Timestamp,
  file: z.string(),
  bytes: z.nullable(Count),
  sha256: z.string(),
  rows: Count,
})

export const selectIssues = (db: Queryable, { type, owner, day }: Record<'type' | 'owner' | 'day', string>) =>
  db.query(
    Issue,
    sql`select id, state = 'current' as "isCurrent", report_id as "reportId", create_time as created,
      loaded_at as imported, file_name as file, file_bytes as bytes, sha256, row_count as rows
    from report_loads
    where report_type = ${type}
      and owner = ${owner}
      and day = ${day}
      and state <> 'loading'
    order by id desc`,
  )
