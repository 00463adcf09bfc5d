import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { addDays, listDays } from '#contract/reports/calendar.ts'
import type { DemoVideo } from '#server/demo/data/facts.ts'
import type { ReportKind } from '#server/demo/data/report-csv.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { demoOwner } from '#server/platform/db/demo-state.ts'
import { Day, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { withdrawReport } from '#server/reports/ingest/withdrawal.ts'
import { createDemoReport, type SeededDays } from './demo-reports.ts'

/** Names of seeded files begin with it; those of fetched reports do not. */
const seededPrefix = 'generated'

const reportTypeIds: Record<ReportKind, string> = {
  activity: 'content_owner_basic_a4',
  revenue: 'content_owner_estimated_revenue_a1',
  metadata: 'content_owner_video_metadata_a4',
  claims: 'content_owner_active_claims_a3',
}

/** Imports files of each day, as an operator would. Metadata and claims are those of the last day. */
export async function importSeededReports(
  db: Database,
  seeded: SeededDays,
  videos: readonly DemoVideo[],
  now: Date,
): Promise<void> {
  await withdrawEarlierDays(db, seeded)
  const folder = await mkdtemp(join(tmpdir(), 'demo-reports-'))
  try {
    for (const day of listDays(seeded)) {
      const kinds: ReportKind[] = ['activity', 'revenue']
      if (day === seeded.to) kinds.push('metadata', 'claims')
      for (const kind of kinds) {
        const name = `${seededPrefix}-${reportTypeIds[kind]}-${day.replaceAll('-', '')}.csv`
        await writeFile(join(folder, name), [...createDemoReport(seeded, kind, day, videos)()].join(''))
      }
    }
    const { outcomes } = await importFiles(db, [folder], { owner: demoOwner, created: now, now })
    for (const outcome of outcomes)
      if (outcome.result === 'refused')
        throw new Error(`The demo's own file ${outcome.name} was refused: ${outcome.reason}`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Removes a seed that was interrupted on an earlier day: its first days were others. */
async function withdrawEarlierDays(db: Database, { from }: SeededDays): Promise<void> {
  const interrupted = await selectSeededDays(db)
  if (!interrupted || interrupted.from >= from) return
  for (const day of listDays({ from: interrupted.from, to: addDays(from, -1) }))
    for (const type of ['activity', 'revenue'] as const)
      await withdrawReport(db, { type, owner: demoOwner, day })
}

const SeededDaysRow = z.object({ from: z.nullable(Day), to: z.nullable(Day) })

/** @returns undefined without a demo */
export async function selectSeededDays(db: Queryable): Promise<SeededDays | undefined> {
  const { from, to } = await queryOne(
    db,
    SeededDaysRow,
    sql`select min(c.day) as from, max(c.day) as to
    from report_current c
    join report_loads l on l.id = c.load_id
    where c.owner = ${demoOwner}
      and c.report_type = 'activity'
      and l.file_name like ${`${seededPrefix}%`}`,
  )
  return from === null || to === null ? undefined : { from, to }
}
