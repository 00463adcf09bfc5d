// @module-tag extended
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor, videoIdFor } from '#tests/support/facts.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import {
  createReportFolder,
  formatMetadata,
  metadataRow,
  reportFileName,
} from '#tests/support/report-files.ts'
import { deleteReports } from '#tests/support/report-invariants.ts'

let db: Database
let folder: Awaited<ReturnType<typeof createReportFolder>>

beforeAll(async () => {
  db = await createTestDatabase()
  folder = await createReportFolder()
})
afterAll(async () => {
  await folder.remove()
  await db.close()
})
beforeEach(() => deleteReports(db))

interface Line {
  channel: string
  video: string
  title: string
  length?: number
}

interface Issue {
  owner: string
  day: string
  created: Date
  replace?: boolean
  lines: readonly Line[]
}

async function importIssue({ owner, day, created, replace, lines }: Issue): Promise<string> {
  const subfolder = await folder.createSubfolder()
  const path = await folder.write(
    `${subfolder.slice(folder.path.length + 1)}/${reportFileName('video_metadata', day)}`,
    formatMetadata(
      lines.map(({ channel, video, title, length = 31 }) =>
        metadataRow({
          channel_id: channelIdFor(channel),
          video_id: videoIdFor(video),
          video_title: title,
          video_length: length,
        }),
      ),
    ),
  )
  const { outcomes } = await importFiles(db, [path], { owner, created, replace })
  return outcomes[0]?.result ?? 'none'
}

interface StoredVideo {
  channel: string
  video: string
  title: string
  time: string
}

const selectVideos = () =>
  queryRaw<StoredVideo>(
    db,
    `select v.channel_id as channel,
      v.video_id as video,
      v.title,
      to_char(coalesce(v.reported_on, c.reported_on), 'YYYY-MM-DD ')
        || to_char(coalesce(v.reported_at, c.reported_at) at time zone 'UTC', 'HH24:MI') as time
    from videos v
    left join metadata_channels c using (channel_id)
    order by v.channel_id, v.video_id`,
  )

/** Selects each row's position on disk, which changes whenever the row is written. */
const selectRowVersions = () =>
  queryRaw(db, 'select channel_id, video_id, ctid::text, xmin::text from videos order by 1, 2')

const selectRevision = async () =>
  (await queryRaw<{ revision: number }>(db, 'select data_revision as revision from report_state'))[0]
    ?.revision

const anyLines = fc.uniqueArray(
  fc.record({
    channel: fc.constantFrom('one', 'two', 'three'),
    video: fc.constantFrom('a', 'b', 'c'),
    title: fc.constantFrom('old', 'new'),
  }),
  { selector: ({ channel, video }) => `${channel} ${video}`, maxLength: 7 },
)
const anyReport = fc.record({
  owner: fc.constantFrom('us', 'jp'),
  day: fc.constantFrom('2026-10-29', '2026-10-30', '2026-10-31'),
  lines: anyLines,
  replacement: anyLines,
})
const anyHistory = fc.record({
  reports: fc.array(anyReport, { minLength: 2, maxLength: 5 }),
  steps: fc.array(fc.record({ report: fc.nat(), isReplacement: fc.boolean() }), {
    minLength: 3,
    maxLength: 9,
  }),
})

test('per video the newest report that contains it wins, whatever was imported when', async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, async ({ reports, steps }) => {
      await deleteReports(db)
      const model = new Map<string, StoredVideo>()
      for (const step of steps) {
        const index = step.report % reports.length
        const report = reports[index]
        if (!report) continue
        const { owner, day } = report
        const minute = String(index).padStart(2, '0')
        // A separate video distinguishes the content of each report from all others.
        const lines = [
          ...(step.isReplacement ? report.replacement : report.lines),
          { channel: 'own', video: `${index}`, title: 'own' },
        ]
        const revision = await selectRevision()
        const created = new Date(`2026-11-02T09:${minute}:00Z`)
        const replace = step.isReplacement
        const result = await importIssue({ owner, day, created, replace, lines })
        let hasChanged = false
        const time = `${day} 09:${minute}`
        for (const { channel, video, title } of result === 'refused' ? [] : lines) {
          const key = `${channelIdFor(channel)} ${videoIdFor(video)}`
          const known = model.get(key)
          if (known && (known.time > time || (known.time === time && !replace))) continue
          hasChanged ||= known?.title !== title
          model.set(key, { channel: channelIdFor(channel), video: videoIdFor(video), title, time })
        }
        const compare = (a: StoredVideo, b: StoredVideo) =>
          `${a.channel} ${a.video}` < `${b.channel} ${b.video}` ? -1 : 1
        expect((await selectVideos()).sort(compare)).toEqual([...model.values()].sort(compare))
        expect((await selectRevision()) !== revision).toBe(hasChanged)
      }
    }),
    { numRuns: propertyRuns(15) },
  )
}, 180_000)

const lines = [
  { channel: 'one', video: 'a', title: 'A' },
  { channel: 'one', video: 'b', title: 'B' },
  { channel: 'two', video: 'c', title: 'C' },
]
const createIssue = (day: string, overrides: Partial<Issue> = {}): Issue => ({
  owner: 'us',
  day,
  created: new Date('2026-11-02T09:00:00Z'),
  lines,
  ...overrides,
})

describe('a report of the next day', () => {
  beforeEach(() => importIssue(createIssue('2026-10-29')))

  test('without changes writes no video and changes no revision', async () => {
    const before = [await selectRowVersions(), await selectRevision()]
    expect(await importIssue(createIssue('2026-10-30'))).toBe('loaded')
    expect([await selectRowVersions(), await selectRevision()]).toEqual(before)
    expect((await selectVideos()).map(({ time }) => time)).toEqual(Array(3).fill('2026-10-30 09:00'))
  })

  test('writes what differs, and those that it lacks once', async () => {
    const changed = lines.slice(1).map((line) => ({ ...line, length: line.video === 'c' ? 45 : 31 }))
    const [a, b, c] = await selectRowVersions()
    await importIssue(createIssue('2026-10-30', { lines: changed }))
    const written = await selectRowVersions()
    expect(written[0]).not.toEqual(a)
    expect(written[1]).toEqual(b)
    expect(written[2]).not.toEqual(c)
    await importIssue(createIssue('2026-10-31', { lines: changed }))
    expect(await selectRowVersions()).toEqual(written)
  })

  test('moves the revision once when titles change, and counts them in the audit log', async () => {
    const selectAfter = () =>
      queryRaw(db, `select detail -> 'after' as after from audit_log order by id desc limit 1`)
    expect(await selectAfter()).toMatchObject([{ after: { rows: 3, added: 3, changed: 0 } }])
    const revision = await selectRevision()
    await importIssue(
      createIssue('2026-10-30', { lines: lines.map((line) => ({ ...line, title: `${line.title}!` })) }),
    )
    expect(await selectRevision()).toBe((revision ?? 0) + 1)
    expect(await selectAfter()).toMatchObject([{ after: { rows: 3, added: 0, changed: 3 } }])
  })
})

test('a replacement of the same creation time wins', async () => {
  await importIssue(createIssue('2026-10-29'))
  const replacement = lines.map((line) => ({ ...line, title: 'right' }))
  expect(await importIssue(createIssue('2026-10-29', { lines: replacement }))).toBe('refused')
  expect(await importIssue(createIssue('2026-10-29', { lines: replacement, replace: true }))).toBe('loaded')
  expect((await selectVideos()).map(({ title }) => title)).toEqual(['right', 'right', 'right'])
})

test('two owners with the same channels, at once', async () => {
  for (const day of ['2026-10-29', '2026-10-30', '2026-10-31']) {
    const minutes = day.endsWith('30') ? ['05', '01'] : ['01', '05']
    await Promise.all(
      ['us', 'jp'].map((owner, index) =>
        importIssue(
          createIssue(day, {
            owner,
            created: new Date(`2026-11-02T09:${minutes[index]}:00Z`),
            lines: lines.map((line) => ({ ...line, title: `${owner} ${day}` })),
          }),
        ),
      ),
    )
    const winner = day.endsWith('30') ? 'us' : 'jp'
    expect((await selectVideos()).map(({ title }) => title)).toEqual(Array(3).fill(`${winner} ${day}`))
  }
})
