import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import { haveSameRows, type RowTable } from './loader/same-rows.ts'
import type { ReportUnit } from './loads.ts'
import { hasFacts } from './types/report-type.ts'

const activity: RowTable = {
  name: sql`activity_facts`,
  columns: sql`channel_id, video_id, country, views, premium_views, watch_ms`,
}
const revenue: RowTable = {
  name: sql`revenue_facts`,
  columns: sql`channel_id, video_id, country, revenue_micros, premium_revenue_micros`,
}

const Twin = z.object({ loadId: Id, owner: z.string(), fileName: z.string() })

/**
 * Refuses a report whose figures another owner already has, in whatever order of lines: it would count twice. Only loads
 * with as many rows are compared.
 * @throws {FileRefusal}
 */
export async function refuseSameFacts(
  tx: Queryable,
  { type, owner, day }: ReportUnit,
  { loadId, rows }: { loadId: number; rows: number },
): Promise<void> {
  if (!hasFacts(type)) return
  const twins = await tx.query(
    Twin,
    sql`select l.id as "loadId",
      l.owner,
      l.file_name as "fileName"
    from report_current c
    join report_loads l on l.id = c.load_id
    where c.report_type = ${type}
      and c.day = ${day}
      and c.owner <> ${owner}
      and l.row_count = ${rows}`,
  )
  for (const twin of twins)
    if (await haveSameRows(tx, type === 'activity' ? activity : revenue, [loadId, twin.loadId], day))
      throw new FileRefusal(
        `the content owner ${twin.owner} already has the same figures (${twin.fileName}); importing them would count them twice`,
      )
}
