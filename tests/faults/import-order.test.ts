import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { selectTotals } from '#server/reports/commands/reported-totals.ts'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { createOwnDatabase } from '#tests/support/database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import {
  activityRow,
  claimRow,
  createReportFolder,
  formatActivity,
  formatClaims,
  formatMetadata,
  formatRevenue,
  metadataRow,
  reportFileName,
  revenueRow,
} from '#tests/support/report-files.ts'
import { deleteReports, findBrokenReportInvariants } from '#tests/support/report-invariants.ts'

let db: Database
let folder: Awaited<ReturnType<typeof createReportFolder>>
beforeAll(async () => {
  db = await createOwnDatabase()
  folder = await createReportFolder()
})
afterAll(async () => {
  await db.close()
  await folder.remove()
})

interface Issue {
  path: string
  created: Date
}

const days = ['2026-03-31', '2026-04-01']

/** Writes each report of each day three times: first, re-issued, and re-issued with its first content. */
async function writeIssues(): Promise<Issue[]> {
  const found: Issue[] = []
  for (const day of days) {
    for (const [issue, figure] of [
      [1, 100],
      [2, 200],
      [3, 100],
    ] as const) {
      const files = {
        [reportFileName('basic', day)]: formatActivity([activityRow(day, { views: figure })]),
        [reportFileName('estimated_revenue', day)]: formatRevenue([
          revenueRow(day, { estimated_partner_revenue: figure }),
        ]),
        [reportFileName('video_metadata', day)]: formatMetadata([
          metadataRow({ video_title: `${day}, ${figure}` }),
        ]),
        [reportFileName('active_claims', day)]: formatClaims([claimRow({ claim_id: `${day}, ${figure}` })]),
      }
      for (const [name, content] of Object.entries(files)) {
        found.push({
          path: await folder.write(`${issue}-${name}`, content),
          created: new Date(`2026-04-0${issue + 2}T09:00:00Z`),
        })
      }
    }
  }
  return found
}

test('the newest report counts, in whichever order they come, and how often', async () => {
  const all = await writeIssues()
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
      fc.array(fc.constantFrom(...all), { maxLength: 4 }),
      async (order, again) => {
        for (const { path, created } of [...order, ...again]) {
          const { outcomes } = await importFiles(db, [path], { created })
          expect(outcomes[0]?.result).not.toBe('refused')
        }
        expect(await selectTotals(db, 'day')).toEqual(
          Object.fromEntries(
            days.map((day) => [
              day,
              { premium_revenue_micros: 60_000, premium_views: 70, revenue_micros: 100_000_000, views: 100 },
            ]),
          ),
        )
        expect(await queryRaw(db, 'select title from videos')).toEqual([{ title: '2026-04-01, 100' }])
        expect(await queryRaw(db, 'select claim_id as id from claims')).toEqual([{ id: '2026-04-01, 100' }])
        expect(await findBrokenReportInvariants(db)).toEqual([])
        await deleteReports(db)
      },
    ),
    { numRuns: 5 },
  )
}, 120_000)
