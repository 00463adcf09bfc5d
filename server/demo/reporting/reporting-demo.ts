import { addDays } from '#contract/reports/calendar.ts'
import { findReportKind } from '#server/demo/data/report-csv.ts'
import { createDemoReport } from '#server/demo/seed/demo-reports.ts'
import { selectSeededDays } from '#server/demo/seed/report-seed.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { demoOwner } from '#server/platform/db/demo-state.ts'
import { getPacificMidnight } from '#server/platform/pacific-day.ts'
import { createReportingWorld, type ReportingWorld } from './reporting-world.ts'

/** Longer than any demo: after a pause of months it still gets all of its days. */
const demoRetentionDays = 36_500
/** The same after a restart, so that a stored connection goes on working. */
const demoRefreshToken = '1//demo-refresh-token'

/**
 * The content owner `demo`, whose reports continue the seeded figures: a report per day after the last seeded day, two days
 * later, with what its channels publish meanwhile. Ids and times stay the same after a restart.
 * @returns undefined without a demo
 */
export async function createDemoReportingWorld(
  db: Queryable,
  now: () => Date,
): Promise<ReportingWorld | undefined> {
  const seeded = await selectSeededDays(db)
  if (!seeded) return undefined
  const startTime = getPacificMidnight(addDays(seeded.to, 1))
  const world = createReportingWorld({
    now: () => startTime,
    source: ({ reportTypeId, day }) => {
      const kind = findReportKind(reportTypeId)
      return kind && day > seeded.to ? createDemoReport(seeded, kind, day) : null
    },
    isAutomatic: true,
    retentionDays: demoRetentionDays,
  })
  world.addOwner(demoOwner)
  for (const type of ['content_owner_basic_a4', 'content_owner_estimated_revenue_a1'])
    world.createJob(demoOwner, type, `hookline ${type}`)
  world.now = now
  world.oauth.consent = 'ask'
  world.oauth.createRefreshToken = () => demoRefreshToken
  world.oauth.grant()
  return world
}
