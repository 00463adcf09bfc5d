import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login } from '#contract/people/auth.ts'
import { followEmailLink } from '#contract/people/email-links.ts'
import { type ChannelRow, listChannelFigures } from '#contract/reports/channel-report.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { type Figures, getProfit } from '#contract/reports/reports.ts'
import { readVideo } from '#contract/reports/video-detail.ts'
import { listVideos, type VideoRow } from '#contract/reports/videos.ts'
import type { Database } from '#server/platform/db/database.ts'
import { selectTotals } from '#server/reports/commands/reported-totals.ts'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { runOperator } from '#tests/support/operator.ts'
import { findBrokenReportInvariants } from '#tests/support/report-invariants.ts'
import { requireToken } from '#tests/support/require-token.ts'

const folder = fileURLToPath(new URL('../../../../shared/realdata/kr', import.meta.url))
const hasRealData = existsSync(folder)
if (!hasRealData)
  console.warn(`SKIPPED: there are no real reports at ${folder}; their totals are not compared.`)

interface Expected {
  revenue_micros: number
  premium_revenue_micros: number
  views: number
  premium_views: number
}

// Skipped without the folder of real reports, which is not part of the project.
describe.skipIf(!hasRealData)('a real week', () => {
  let db: Database
  let api: Api
  let expected: Record<'days' | 'channels' | 'videos', Record<string, Expected>>
  const domain = 'kr.test'
  const manager = 'boss@kr.test'
  const password = 'correct horse'

  beforeAll(async () => {
    expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'))
    db = await createTestDatabase()
    api = await startApi(db)
  })
  afterAll(() => db.close())

  async function expectTotals(): Promise<void> {
    expect(await selectTotals(db, 'day')).toEqual(expected.days)
    expect(await selectTotals(db, 'channel')).toEqual(expected.channels)
    expect(await selectTotals(db, 'video')).toEqual(expected.videos)
    expect(await findBrokenReportInvariants(db)).toEqual([])
  }

  test.each(['loaded', 'unchanged'])(
    'has exactly the totals that were computed apart, %s',
    async (result) => {
      const { outcomes } = await importFiles(db, [folder])
      expect(new Set(outcomes.map((outcome) => outcome.result))).toEqual(new Set([result]))
      await expectTotals()
    },
  )

  test('is seen by the manager who takes the network over, to the integer', async () => {
    const metadata = join(folder, 'content_owner_video_metadata_a4_20200819.csv')
    const words = ['--site', domain, '--manager', manager, '--from', '2020-08-01']
    const { status, text } = await runOperator(db, 'network', 'adopt', metadata, ...words)
    expect(status).toBe(0)
    const body = { token: /#([\w-]+)/.exec(text)?.[1] ?? '', newPassword: password }
    await api.call(followEmailLink, { domain, body })
    const token = requireToken(await api.call(login, { domain, body: { id: manager, password } }))

    const { currency, report } = await api.call(readDashboard, { domain, token })
    expect(currency).toBe('USD')
    expect(report?.totals).toEqual({
      ...toFigures(sumTotals(Object.values(expected.days))),
      netProfit: null,
      netPremiumProfit: null,
    })
    for (const [at, day] of report?.series.days.entries() ?? []) {
      const known = expected.days[day]
      const of = known ? toFigures(known) : { views: null, grossProfit: null, grossPremiumProfit: null }
      expect(report?.series.views[at]).toBe(of.views)
      expect(report?.series.grossProfit?.[at]).toBe(of.grossProfit)
      expect(report?.series.grossPremiumProfit?.[at]).toBe(of.grossPremiumProfit)
    }

    const videos = await allVideos(token)
    expect(new Map(videos.map((video) => [video.videoId, pickFigures(video)]))).toEqual(
      new Map(Object.entries(expected.videos).map(([id, of]) => [id, toFigures(of)])),
    )
    const channels = await allChannels(token)
    expect(new Map(channels.map((channel) => [channel.channelId, pickFigures(channel)]))).toEqual(
      new Map(Object.entries(expected.channels).map(([id, of]) => [id, toFigures(of)])),
    )
    const byChannel = Map.groupBy(videos, ({ channelId }) => channelId)
    for (const { channelId, grossProfit, shorts } of channels) {
      const own = byChannel.get(channelId) ?? []
      expect([own.length, own.reduce((total, video) => total + getProfit(video), 0)]).toEqual([
        shorts,
        grossProfit,
      ])
    }
    for (const { channelId, grossProfit, views } of channels.slice(0, 5)) {
      const narrowed = await api.call(readDashboard, { domain, token, query: { channel: channelId } })
      expect(narrowed.report?.totals).toMatchObject({ grossProfit, views })
    }
    for (const { videoId, channelId, grossProfit, views } of videos.slice(0, 5)) {
      const query = { video: videoId, channel: channelId }
      const { totals, countries } = await api.call(readVideo, { domain, token, query })
      expect(totals).toMatchObject({ grossProfit, views })
      expect(countries.reduce((total, country) => total + getProfit(country), 0)).toBe(grossProfit)
    }
  })

  test('has another day replaced by a later issue, not by an earlier one, and back by a still later one', async () => {
    const copy = await mkdtemp(join(tmpdir(), 'hookline-real-'))
    try {
      const name = 'content_owner_basic_a4_20200815.csv'
      const file = join(copy, name)
      const nextDay = readFileSync(join(folder, 'content_owner_basic_a4_20200816.csv'), 'utf8')
      await writeFile(file, nextDay.replaceAll('\n20200816,', '\n20200815,'))
      await importFiles(db, [file], { created: new Date('2020-09-01T00:00:00Z') })
      const days = await selectTotals(db, 'day')
      expect(days['2020-08-15']?.views).toBe(expected.days['2020-08-16']?.views)
      expect({ ...days, '2020-08-15': null }).toEqual({ ...expected.days, '2020-08-15': null })

      const { outcomes } = await importFiles(db, [folder])
      expect(outcomes.filter(({ result }) => result === 'older').map(({ path }) => basename(path))).toEqual([
        name,
      ])
      expect(await selectTotals(db, 'day')).toEqual(days)

      await cp(join(folder, name), file)
      await importFiles(db, [file], { created: new Date('2020-10-01T00:00:00Z') })
      await expectTotals()
    } finally {
      await rm(copy, { recursive: true, force: true })
    }
  })

  const allVideos = (token: string) =>
    fetchAllPages<VideoRow>(async (query) => {
      const { videos, nextCursor } = await api.call(listVideos, { domain, token, query })
      return { rows: videos, nextCursor }
    })

  const allChannels = (token: string) =>
    fetchAllPages<ChannelRow>(async (query) => {
      const { channels, nextCursor } = await api.call(listChannelFigures, { domain, token, query })
      return { rows: channels, nextCursor }
    })
})

interface Page<R> {
  rows: R[]
  nextCursor: string | null
}

async function fetchAllPages<R>(
  read: (query: Record<string, string | number>) => Promise<Page<R>>,
): Promise<R[]> {
  const rows: R[] = []
  let cursor: string | null = null
  do {
    const page: Page<R> = await read({ size: 100, ...(cursor !== null && { cursor }) })
    rows.push(...page.rows)
    cursor = page.nextCursor
  } while (cursor !== null)
  return rows
}

const zeroTotals: Expected = { views: 0, premium_views: 0, revenue_micros: 0, premium_revenue_micros: 0 }

const toFigures = (totals: Expected) => ({
  views: totals.views,
  premiumViews: totals.premium_views,
  grossProfit: totals.revenue_micros,
  grossPremiumProfit: totals.premium_revenue_micros,
})

const pickFigures = ({ views, premiumViews, grossProfit, grossPremiumProfit }: Figures) => ({
  views,
  premiumViews,
  grossProfit,
  grossPremiumProfit,
})

const sumTotals = (all: Expected[]): Expected =>
  all.reduce(
    (total, one) => ({
      views: total.views + one.views,
      premium_views: total.premium_views + one.premium_views,
      revenue_micros: total.revenue_micros + one.revenue_micros,
      premium_revenue_micros: total.premium_revenue_micros + one.premium_revenue_micros,
    }),
    zeroTotals,
  )
