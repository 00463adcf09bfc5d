// @module-tag extended
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { mutate, mutations } from '#tests/support/mutations.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
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
import { buildZip } from '#tests/support/zip.ts'

let db: Database
let folder: Awaited<ReturnType<typeof createReportFolder>>

beforeAll(async () => {
  db = await createTestDatabase()
  folder = await createReportFolder()
})
afterAll(async () => {
  await db.close()
  await folder.remove()
})

const day = '2026-03-02'
const reports = {
  [reportFileName('basic', day)]: formatActivity([
    activityRow(day),
    activityRow(day, { country_code: 'US' }),
  ]),
  [reportFileName('estimated_revenue', day)]: formatRevenue([revenueRow(day)]),
  [reportFileName('video_metadata', day)]: formatMetadata([metadataRow({ video_title: '한입 “요리” 🍜' })]),
  [reportFileName('active_claims', day)]: formatClaims([claimRow()]),
}
const files = Object.entries(reports).flatMap(([name, text]): [string, Buffer][] => [
  [name, Buffer.from(text)],
  [`${name}.gz`, gzipSync(text)],
  [`${name}.zip`, buildZip({ [name]: text })],
])

test('the same reports are loaded when they are whole', async () => {
  for (const [name, content] of files) {
    const { outcomes } = await importFiles(db, [await folder.write(name, content)], { day })
    expect(outcomes).toMatchObject([{ result: 'loaded' }])
    await deleteReports(db)
  }
})

/** `CASES=2000` for a long run. */
const cases = Number(process.env.CASES ?? propertyRuns(60))

test(
  'a damaged report is loaded or refused with a reason, and breaks nothing',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...files), mutations, async ([name, content], changes) => {
        const path = await folder.write(name, mutate(content, changes))
        const { outcomes } = await importFiles(db, [path], { day })
        for (const outcome of outcomes) {
          if (outcome.result === 'refused')
            expect(outcome.reason).toMatch(/^(?!.*(undefined|\[object)).{10,}/s)
        }
        expect(await findBrokenReportInvariants(db)).toEqual([])
        await deleteReports(db)
      }),
      { numRuns: cases },
    )
  },
  60_000 + cases * 1_000,
)
