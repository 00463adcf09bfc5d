import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { importFiles, type ReportImportOptions } from '#server/reports/ingest/import-files.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor, videoIdFor } from '#tests/support/facts.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import {
  activityRow,
  claimRow,
  claimsColumns,
  createReportFolder,
  formatActivity,
  formatClaims,
  formatCsv,
  formatMetadata,
  metadataRow,
} from '#tests/support/report-files.ts'
import { deleteReports, findBrokenReportInvariants } from '#tests/support/report-invariants.ts'

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
afterEach(async () => {
  expect(await findBrokenReportInvariants(db)).toEqual([])
  await deleteReports(db)
})

const importContent = async (name: string, content: string, options: ReportImportOptions = {}) =>
  (await importFiles(db, [await folder.write(name, content)], options)).outcomes

const selectClaims = () =>
  queryRaw(db, 'select claim_id as claim, is_shorts_eligible as shorts from claims order by claim_id')

const olderClaims = formatCsv(
  claimsColumns.filter((column) => column !== 'is_shorts_eligible'),
  [claimRow(), claimRow({ claim_id: 'claim2' })],
)
const videoReportName = 'video_report_Pebble_V_v1-4.csv'
const videoReport = formatMetadata([
  metadataRow({ claim_id: 'claim1' }),
  metadataRow({ claim_id: 'claim2' }),
  metadataRow({ video_id: videoIdFor('second'), time_published: '2026-02-01 09:00:00' }),
])

test.each(['content_owner_active_claims_a1_20260302.csv', 'content_owner_active_claims_a2_20260302.csv'])(
  '%s does not say whether a video may be a Short',
  async (name) => {
    expect(await importContent(name, olderClaims)).toMatchObject([
      { result: 'loaded', type: 'claims', day: '2026-03-02', rows: 2 },
    ])
    expect(await selectClaims()).toEqual([
      { claim: 'claim1', shorts: null },
      { claim: 'claim2', shorts: null },
    ])
  },
)

test("Studio's claims report is the claims report of the Reporting API", async () => {
  const name = 'YouTube_Pebble_D_20260302_claim_report_v1-2.csv'
  const content = formatClaims([claimRow({ is_shorts_eligible: 'No' })])
  expect(await importContent(name, content)).toMatchObject([
    { result: 'loaded', type: 'claims', day: '2026-03-02' },
  ])
  expect(await selectClaims()).toEqual([{ claim: 'claim1', shorts: false }])
})

test('claims name channels with or without UC, or none where it is gone', async () => {
  const content = formatClaims([
    claimRow(),
    claimRow({ claim_id: 'claim2', channel_id: channelIdFor('one').slice(2) }),
    claimRow({ claim_id: 'claim3', channel_id: '' }),
  ])
  expect(await importContent('YouTube_Pebble_D_20260302_claim_report_v1-2.csv', content)).toMatchObject([
    { result: 'loaded', type: 'claims', rows: 3 },
  ])
  expect(
    await queryRaw(db, 'select claim_id as claim, channel_id as channel from claims order by 1'),
  ).toEqual([
    { claim: 'claim1', channel: channelIdFor('one') },
    { claim: 'claim2', channel: channelIdFor('one') },
    { claim: 'claim3', channel: '' },
  ])
})

test.each(['one', `UC${'x'.repeat(23)}`])('claims of %s are refused', async (channel) => {
  const content = formatClaims([claimRow({ channel_id: channel })])
  expect(await importContent('content_owner_active_claims_a3_20260302.csv', content)).toMatchObject([
    { result: 'refused', line: 2, reason: expect.stringContaining('not a channel id') },
  ])
})

test("Studio's video report, which says no day, is read with --day, which its refusal names", async () => {
  expect(await importContent(videoReportName, videoReport)).toMatchObject([
    { result: 'refused', reason: expect.stringMatching(/^its day is unknown: add --day,/) },
  ])
  const path = `${folder.path}/${videoReportName}`
  const { text } = await runOperator(db, 'import', path, '--day', '2026-03-02')
  expect(text).toContain('metadata of 2026-03-02, 3 rows')
  expect(
    await queryRaw(db, 'select channel_id as channel, count(*) as count from videos group by 1'),
  ).toEqual([{ channel: channelIdFor('one'), count: 2 }])
})

test('a network is adopted from such a file', async () => {
  const path = await folder.write(videoReportName, videoReport)
  const who = ['--site', 'pebble.example', '--manager', 'boss@pebble.example', '--from', '2026-03-01']
  const { status, text } = await runOperator(db, 'network', 'adopt', path, ...who, '--day', '2026-03-02')
  expect([status, text]).toEqual([0, expect.stringContaining('metadata of 2026-03-02, 3 rows')])
  expect(text).toContain('channels: 1 registered')
})

test('the same file may be of another day', async () => {
  await importContent(videoReportName, videoReport, { day: '2026-03-02' })
  expect(await importContent(videoReportName, videoReport, { day: '2026-03-03' })).toMatchObject([
    { result: 'loaded', day: '2026-03-03' },
  ])
})

test.each([
  ['content_owner_video_metadata_a4_20260301.csv', videoReport],
  ['activity.csv', formatActivity([activityRow('2026-03-01')])],
])('%s says its day, and no other is given to it', async (name, content) => {
  expect(await importContent(name, content, { day: '2026-03-02' })).toMatchObject([
    {
      result: 'refused',
      reason: 'it is for 2026-03-01, not for 2026-03-02 as --day says: import it without --day',
    },
  ])
})

test("Studio's monthly files are still for the other command", async () => {
  const name = 'YouTube_Pebble_M_20260301_20260331_video_summary_v1-1.csv'
  expect(await importContent(name, 'Adjustment Type,Video ID,Channel ID\n')).toMatchObject([
    { result: 'refused', reason: expect.stringContaining('for "month import"') },
  ])
})
