import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTag, renameTag, tagChannels } from '#contract/channels/channel-tags.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { exportChannels, listChannelFigures, readChannelSeries } from '#contract/reports/channel-report.ts'
import { readCountries } from '#contract/reports/countries.ts'
import { exportDays, readDashboard } from '#contract/reports/dashboard.ts'
import { readLatestDay } from '#contract/reports/latest-day.ts'
import { readMovers } from '#contract/reports/movers.ts'
import { readPriceSpread } from '#contract/reports/price-spread.ts'
import { listVideos, readVideoExtremes, readVideoTotals } from '#contract/reports/videos.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'

let api: Api
let member: number
const tokens: Record<string, string> = {}
const channels = ['one', 'two', 'three', 'four', 'five', 'six'].map(channelIdFor)
/** The member has every other channel. */
const assigned = channels.filter((_, at) => at % 2 === 0)
const foreign = channelIdFor('foreign')
const days = ['2026-10-28', '2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04']

// Without exchange rates, networks have dollars, whose profits add up without rounding.
beforeAll(async () => {
  api = await startApi()
  const site = await createSite(api.db)
  const boss = await createAccount(api.db, site, 'boss@example.test')
  member = await createAccount(api.db, site, 'member@example.test', boss)
  const rival = await createAccount(api.db, site, 'rival@example.test')
  for (const id of channels) {
    const registration = await createChannel(api.db, boss, id)
    if (assigned.includes(id)) await insertAssignment(api.db, registration, member)
  }
  await createChannel(api.db, rival, foreign)
  for (const name of ['boss', 'member', 'rival']) tokens[name] = await signIn(api, `${name}@example.test`)
  const facts = [...channels, foreign].flatMap((channelId, channelAt) =>
    days.flatMap((day, dayAt) =>
      ['a', 'b'].map((video, videoAt) => ({
        day,
        channelId,
        videoId: videoIdFor(`${video}${channelAt}`),
        country: (channelAt + dayAt) % 2 === 0 ? 'KR' : 'US',
        views: 100 + 2 ** channelAt * 10 + dayAt,
        premiumViews: videoAt,
        revenueMicros: 1_000_000 + 7 ** channelAt + dayAt * 1_000,
        premiumRevenueMicros: videoAt * 10,
      })),
    ),
  )
  await insertFacts(api.db, facts)
})
afterAll(() => api.close())
beforeEach(() => execRaw(api.db, 'delete from channel_tags; delete from fee_rates'))

let made = 0
async function makeTag(channelIds: readonly string[], who = 'boss'): Promise<number> {
  const { tag } = await api.call(createTag, { token: tokens[who], body: { name: `Tag ${made++}` } })
  if (channelIds.length > 0) await changeTag(tag.id, channelIds, [], who)
  return tag.id
}

async function changeTag(tag: number, add: readonly string[], remove: readonly string[] = [], who = 'boss') {
  const token = tokens[who]
  if (add.length > 0)
    await api.call(tagChannels, { token, body: { channels: [...add], add: [tag], remove: [] } })
  if (remove.length > 0)
    await api.call(tagChannels, { token, body: { channels: [...remove], add: [], remove: [tag] } })
}

type Query = Record<string, string | number>
const sum = (values: readonly (number | null | undefined)[]) =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0)

/** What a report says of the channels of a query, in numbers that add up. */
async function readSums(query: Query, who = 'boss') {
  const token = tokens[who]
  const profitOf = (one: { grossProfit: number | null; netProfit: number | null }) =>
    one.grossProfit ?? one.netProfit
  const { report } = await api.call(readDashboard, { token, query })
  const { report: countries } = await api.call(readCountries, { token, query })
  const videoTotals = await api.call(readVideoTotals, { token, query })
  const { spread } = await api.call(readPriceSpread, { token, query })
  const { member: memberId, tag, channel } = query
  const scope = Object.fromEntries(
    Object.entries({ member: memberId, tag, channel }).filter(([, v]) => v),
  ) as Query
  const { report: latest } = await api.call(readLatestDay, { token, query: scope })
  return {
    views: sum([report?.totals.views]),
    profit: sum(report ? [profitOf(report.totals)] : []),
    days: sum(report?.series.views ?? []),
    countries: sum((countries?.countries ?? []).map(({ views }) => views)),
    videos: videoTotals.total,
    videoViews: videoTotals.totals.views,
    videoProfit: profitOf(videoTotals.totals),
    priced: spread?.videos ?? 0,
    latestViews: sum([latest?.latest.views]),
    lastDays: sum((latest?.days ?? []).map(({ profit }) => profit)),
  }
}

const addSums = (all: readonly Awaited<ReturnType<typeof readSums>>[]) =>
  Object.fromEntries(
    Object.keys(all[0] ?? {}).map((key) => [key, sum(all.map((one) => one[key as keyof typeof one]))]),
  )

const zero = {
  ...{ views: 0, profit: 0, days: 0, countries: 0, videos: 0, videoViews: 0, videoProfit: 0 },
  ...{ priced: 0, latestViews: 0, lastDays: 0 },
}

async function listRows(query: Query, who = 'boss') {
  const token = tokens[who]
  const { channels: rows, total } = await api.call(listChannelFigures, { token, query })
  const { videos } = await api.call(listVideos, { token, query: { ...query, size: 100 } })
  return { total, rows: rows.map(({ tags: _, ...row }) => row), videos }
}

const periods = ['month', '7-days', 'latest'] as const

test('figures of a tag are the sum of its channels’ own figures', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(channels),
      fc.constantFrom(...periods),
      fc.constantFrom('boss', 'selected', 'member'),
      fc.boolean(),
      async (given, period, viewer, hasFee) => {
        await execRaw(api.db, 'delete from channel_tags; delete from fee_rates')
        // A round fee of these amounts is rounded by day and video: without one, sums are exact.
        if (hasFee && viewer === 'boss')
          await queryRaw(api.db, `insert into fee_rates values ($1, '2026-01-01', 100)`, [member])
        const who = viewer === 'member' ? 'member' : 'boss'
        const visible = who === 'member' || viewer === 'selected' ? assigned : channels
        const inTag = who === 'member' ? given.filter((id) => assigned.includes(id)) : given
        const tag = await makeTag(inTag, who)
        const query = { period, ...(viewer === 'selected' && { member }) }
        const expected = inTag.filter((id) => visible.includes(id))
        const own = []
        for (const channel of expected) own.push(await readSums({ ...query, channel }, who))
        expect(await readSums({ ...query, tag }, who)).toEqual(own.length > 0 ? addSums(own) : zero)
        const all = await listRows(query, who)
        const tagged = await listRows({ ...query, tag }, who)
        const isTagged = ({ channelId }: { channelId: string }) => expected.includes(channelId)
        expect(tagged.rows).toEqual(all.rows.filter(isTagged))
        expect(tagged.total).toBe(expected.length)
        expect(tagged.videos).toEqual(all.videos.filter(isTagged))
      },
    ),
    { numRuns: propertyRuns(60) },
  )
})

describe('a tag', () => {
  const byChannel = async (query: Query, who = 'boss') =>
    (
      await api.call(listChannelFigures, { token: tokens[who], query: { period: 'month', ...query } })
    ).channels
      .map(({ channelId }) => channelId)
      .sort()

  test('of a manager narrows a selected member further, and never widens', async () => {
    const tag = await makeTag([channels[0], channels[1], channels[2]] as string[])
    expect(await byChannel({ tag })).toEqual([channels[0], channels[1], channels[2]].sort())
    expect(await byChannel({ tag, member })).toEqual([channels[0], channels[2]].sort())
    expect(
      (await api.request(readDashboard, { token: tokens.boss, query: { tag, channel: channels[3] ?? '' } }))
        .status,
    ).toBe(404)
  })

  test('of a member shows a channel no longer than it is the member’s', async () => {
    const tag = await makeTag(assigned, 'member')
    expect(await byChannel({ tag }, 'member')).toEqual([...assigned].sort())
    await queryRaw(
      api.db,
      `update assignments set unassigned_at = now()
      where registration_id = (select registration_id from channels where channel_id = $1)`,
      [assigned[0]],
    )
    expect(await byChannel({ tag }, 'member')).toEqual(assigned.slice(1).sort())
    await queryRaw(api.db, 'update assignments set unassigned_at = null')
  })

  test('changes reports at once, whatever is cached', async () => {
    const tag = await makeTag(channels.slice(0, 1))
    const readViews = async () =>
      (await api.call(readDashboard, { token: tokens.boss, query: { period: 'month', tag } })).report?.totals
        .views
    const readNames = async () =>
      (await api.call(listChannelFigures, { token: tokens.boss, query: { period: 'month' } })).channels
        .flatMap(({ tags }) => tags.map(({ name }) => name))
        .join()
    const before = await readViews()
    expect(await readNames()).toMatch(/^Tag \d+$/)
    await changeTag(tag, channels.slice(1, 2))
    expect(await readViews()).toBeGreaterThan(before ?? 0)
    await changeTag(tag, [], channels.slice(1, 2))
    expect(await readViews()).toBe(before)
    await api.call(renameTag, { token: tokens.boss, body: { id: tag, name: 'Cooking' } })
    expect(await readNames()).toBe('Cooking')
  })

  test('without channels has no figures', async () => {
    const tag = await makeTag([])
    expect(await readSums({ period: 'month', tag })).toEqual(zero)
    expect((await api.call(readMovers, { token: tokens.boss, query: { tag } })).comparison).toBeNull()
    expect((await api.call(readChannelSeries, { token: tokens.boss, query: { tag } })).report).toBeNull()
  })

  test('limits movers, extremes, series and files', async () => {
    const tag = await makeTag(channels.slice(0, 2))
    const query = { period: 'custom', from: '2026-11-02', to: '2026-11-04', tag }
    const token = tokens.boss
    const { comparison } = await api.call(readMovers, { token, query: { ...query, by: 'channel' } })
    const movers = [...(comparison?.risers ?? []), ...(comparison?.fallers ?? [])]
    expect(movers.length).toBeGreaterThan(0)
    expect(movers.every(({ id }) => channels.indexOf(id) < 2)).toBe(true)
    const extremes = await api.call(readVideoExtremes, { token, query })
    expect(extremes.highest.length).toBeGreaterThan(0)
    for (const { channelId } of [...extremes.highest, ...extremes.lowest])
      expect(channels.slice(0, 2)).toContain(channelId)
    const { report } = await api.call(readChannelSeries, { token, query })
    expect(report?.channels.map(({ channelId }) => channelId).sort()).toEqual(channels.slice(0, 2).sort())
    expect(report?.other.views).toEqual([0, 0, 0])
    await api.call(renameTag, { token, body: { id: tag, name: 'Cooking' } })
    const file = await api.request(exportChannels, { token, query })
    expect((file.body as string).trim().split('\n')).toHaveLength(3)
    expect(file.headers.get('Content-Disposition')).toContain('Cooking')
    const daysFile = await api.request(exportDays, { token, query })
    expect(daysFile.headers.get('Content-Disposition')).toContain('Cooking')
  })
})

test('every report that takes a tag finds no other account’s, and none that does not exist', async () => {
  const tag = await makeTag([foreign], 'rival')
  const own = await makeTag(assigned, 'member')
  const getKeys = (endpoint: Endpoint) => Object.keys((endpoint.query as unknown as { shape: object }).shape)
  const tagged = endpoints.filter(
    (endpoint) => endpoint.method === 'GET' && getKeys(endpoint).includes('tag'),
  )
  expect(tagged.map(({ name }) => name).sort()).toMatchInlineSnapshot(`
    [
      "exportChannels",
      "exportCountries",
      "exportDays",
      "exportScopeCountries",
      "exportVideos",
      "listChannelFigures",
      "listVideos",
      "readChannelSeries",
      "readCountries",
      "readDashboard",
      "readLatestDay",
      "readMovers",
      "readPriceSpread",
      "readReportEvents",
      "readTrackReport",
      "readVideo",
      "readVideoContext",
      "readVideoCurve",
      "readVideoExtremes",
      "readVideoTotals",
      "readVideoTrends",
    ]
  `)
  const more = { music: 1, video: 'abcdefghijk', videos: 'channel:video' }
  for (const endpoint of tagged)
    for (const id of [tag, own, 2 ** 40]) {
      const query = Object.fromEntries(
        Object.entries({ ...more, tag: id }).filter(([key]) => getKeys(endpoint).includes(key)),
      ) as Query
      const { status, body } = await api.request(endpoint, { token: tokens.boss, query })
      expect([endpoint.name, status, body?.code ?? JSON.parse(String(body)).code]).toEqual([
        endpoint.name,
        404,
        'not_found',
      ])
    }
})
