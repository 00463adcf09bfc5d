import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import { haveSameRows, type RowTable } from '#server/reports/ingest/loader/same-rows.ts'
import type { Source } from './reading/sources.ts'

const lines: RowTable = { name: sql`month_lines`, columns: sql`channel_id, video_id, amount` }
const taxes: RowTable = { name: sql`month_taxes`, columns: sql`channel_id, revenue_source, withheld` }

/** Of the month that they belong to. */
const refunds: RowTable = { name: sql`month_lines`, columns: sql`channel_id, day, amount` }

const Twin = z.object({ loadId: Id, owner: z.string(), fileName: z.string() })

/**
 * Refuses a file whose lines another owner already has, in whatever order and form: it would count twice. So would tax refunds
 * under the name of another month. Only loads with as many lines are compared.
 * @throws {FileRefusal}
 */
export async function refuseSameContent(
  db: Queryable,
  { owner, month, source }: { owner: string; month: string; source: Source },
  { loadId, rows }: { loadId: number; rows: number },
): Promise<void> {
  if (source === 'payment_summary' || rows === 0) return
  const twins = await db.query(
    Twin,
    sql`select id as "loadId",
      owner,
      file_name as "fileName"
    from month_loads
    where source = ${source}
      and (owner <> ${owner} or month <> ${month})
      and (month = ${month} or source = 'tax_refund')
      and state = 'current'
      and row_count = ${rows}`,
  )
  const table = source === 'tax' ? taxes : source === 'tax_refund' ? refunds : lines
  for (const twin of twins)
    if (await haveSameRows(db, table, [loadId, twin.loadId]))
      throw new FileRefusal(
        `the content owner ${twin.owner} already has the same lines (${twin.fileName}); importing them would count them twice`,
      )
}
