import * as z from 'zod/mini'
import { addDays } from '#contract/reports/calendar.ts'
import { Count, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { StateMeter } from '#server/platform/metrics/meter.ts'
import { getPacificMidnight } from '#server/platform/pacific-day.ts'
import {
  countMissingReports,
  listSettledDays,
  selectLatestCompleteDay,
  selectReportedDays,
} from './completeness.ts'
import { selectFreshness } from './freshness.ts'

const LoadRow = z.object({
  owner: z.string(),
  type: z.string(),
  reports: Count,
  rows: Count,
  importedAt: Timestamp,
})

export const measureLoads: StateMeter = async ({ db, gauge }) => {
  const reports = gauge({
    name: 'hookline_reports',
    help: 'Reports that are published, by type.',
    labels: ['type'],
  })
  const rows = gauge({
    name: 'hookline_report_rows',
    help: 'Rows of the reports that are published, by type.',
    labels: ['type'],
  })
  const imports = gauge({
    name: 'hookline_last_import_timestamp_seconds',
    help: 'When the latest published report of the content owner was imported, in Unix time.',
    labels: ['owner', 'type'],
  })
  const loads = await db.query(
    LoadRow,
    sql`select l.owner,
      l.report_type as type,
      count(*) as reports,
      sum(l.row_count)::int8 as rows,
      max(l.loaded_at) as "importedAt"
    from report_current c
    join report_loads l on l.id = c.load_id
    group by l.owner, l.report_type`,
  )
  for (const { owner, type, importedAt, ...counts } of loads) {
    reports.inc({ type }, counts.reports)
    rows.inc({ type }, counts.rows)
    imports.set({ owner, type }, Date.parse(importedAt) / 1000)
  }
}

const missingWithinDays = 30

export const measureFreshness: StateMeter = async ({ db, now, gauge }) => {
  const age = gauge({
    name: 'hookline_figures_age_seconds',
    help: 'Time since the end of the latest day, in Pacific time, of which the content owner has reported everything.',
    labels: ['owner'],
  })
  const missing = gauge({
    name: 'hookline_missing_reports',
    help: 'Reports that are missing in the 30 days before the latest complete one.',
    labels: ['owner'],
  })
  for (const { owner, latestDay } of await selectFreshness(db))
    if (latestDay)
      age.set({ owner }, (now.getTime() - getPacificMidnight(addDays(latestDay, 1)).getTime()) / 1000)
  const days = await selectReportedDays(db)
  const latestDay = await selectLatestCompleteDay(db)
  for (const [owner, own] of Map.groupBy(days, (day) => day.owner)) {
    const settled = latestDay === null ? [] : listSettledDays(own, latestDay, missingWithinDays)
    missing.set({ owner }, countMissingReports(settled))
  }
}
