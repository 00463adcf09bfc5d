import * as z from 'zod/mini'
import { fileWays } from '#contract/settlement/final-files.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Integer, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { sources } from '#server/settlement/files/reading/sources.ts'
import { isCurrentIn, type MonthScope, toMicros } from '#server/settlement/files/totals.ts'

const FileOfMonth = z.object({
  owner: z.string(),
  source: z.enum(sources),
  rows: Count,
  channels: Count,
  micros: z.nullable(Integer),
  file: z.string(),
  imported: Timestamp,
  way: z.enum(fileWays),
  sha256: z.string(),
})

/** The amount of the payment summary is that of its line "Total". */
export const selectMonthFiles = (db: Queryable, scope: MonthScope) =>
  db.query(
    FileOfMonth,
    sql`select l.owner,
      l.source,
      l.row_count as rows,
      coalesce(s.channels, 0) as channels,
      case l.source
        when 'payment_summary' then ${toMicros(sql`(
          select p.amount
          from month_payments p
          where p.load_id = l.id
            and lower(p.label) = 'total'
          order by p.position
          limit 1)`)}
        else ${toMicros(sql`coalesce(s.amount, 0)`)}
      end as micros,
      l.file_name as file,
      l.loaded_at as imported,
      l.way,
      l.sha256
    from month_loads l
    left join (
      select load_id,
        count(distinct channel_id) as channels,
        sum(amount) as amount
      from month_sums
      group by load_id
    ) s on s.load_id = l.id
    where ${isCurrentIn(scope)}
    order by l.owner, array_position(${[...sources]}::text[], l.source)`,
  )
