import * as z from 'zod/mini'
import { Count, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { StateMeter } from '#server/platform/metrics/meter.ts'

const ConnectionRow = z.object({ owner: z.string(), succeededAt: z.nullable(Timestamp), waiting: Count })
const AlertRow = z.object({ kind: z.string(), alerts: Count })

/** Reports that YouTube delivers, and problems that only the operator can fix. */
export const measureFetching: StateMeter = async ({ db, gauge }) => {
  const success = gauge({
    name: 'hookline_last_fetch_timestamp_seconds',
    help: 'When the reports of the content owner were last fetched without a problem, in Unix time; 0: never.',
    labels: ['owner'],
  })
  const waiting = gauge({
    name: 'hookline_reports_to_fetch',
    help: 'Reports that YouTube has listed and that are not imported yet.',
    labels: ['owner'],
  })
  const alerts = gauge({
    name: 'hookline_operator_alerts',
    help: 'Open alerts: problems that only the operator can fix.',
    labels: ['kind'],
  })
  const connections = await db.query(
    ConnectionRow,
    sql`select c.owner,
      c.succeeded_at as "succeededAt",
      (select count(*) from fetched_reports r where r.owner = c.owner and r.state = 'listed') as waiting
    from youtube_connections c`,
  )
  for (const { owner, succeededAt, waiting: reports } of connections) {
    success.set({ owner }, succeededAt === null ? 0 : Date.parse(succeededAt) / 1000)
    waiting.set({ owner }, reports)
  }
  const open = await db.query(
    AlertRow,
    sql`select kind, count(*) as alerts from operator_alerts where ended_at is null group by kind`,
  )
  for (const { kind, alerts: count } of open) alerts.set({ kind }, count)
}
