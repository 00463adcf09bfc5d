import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readChannelHistory, readRegistration } from '#contract/channels/channel-history.ts'
import { type ChannelListSort, exportRegistrations, listChannels } from '#contract/channels/channels.ts'
import { locales } from '#contract/platform/locale.ts'
import { addDays } from '#contract/reports/calendar.ts'
import type { SortOrder } from '#contract/reports/reports.ts'

import { settleVerification } from '#server/channels/lifecycle/verification.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createRecordingJobs, reviewChannel } from '#tests/support/channel-fixtures.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

let api: Api
const tokens: Record<string, string> = {}
const accountIds: Record<string, number> = {}
const ids: Record<string, number> = {}
const { jobs } = createRecordingJobs()
const latestDay = '2026-10-31'
const firstDay = addDays(latestDay, -29)

interface Registration {
  name: string
  approval?: number
  verification?: string
  earnsFrom?: string
}

/** Registrations in chronological order. */
const registrations: Record<string, Registration> = {
  ten: { name: '회원10' },
  two: { name: '회원2' },
  one: { name: '회원1' },
  latin: { name: 'ａlpha 007' },
  unverified: { name: 'Beta', approval: 0, verification: 'pending' },
  verifying: { name: 'beta 2', approval: 0, verification: 'verifying' },
  pending: { name: '=1+1', approval: 0 },
  held: { name: '보류', approval: 1 },
  rejected: { name: '거절', approval: 3 },
}

const figure = (key: string, day: string, revenueMicros: number) => ({
  day,
  channelId: channelIdFor(key),
  videoId: videoIdFor(key),
  country: 'KR',
  views: 10,
  premiumViews: 1,
  revenueMicros,
  premiumRevenueMicros: 0,
})

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs })
  const { db } = api
  const site = await createSite(db)
  accountIds.boss = await createAccount(db, site, 'boss@example.test')
  accountIds.member = await createAccount(db, site, 'member@example.test', accountIds.boss)
  accountIds.rival = await createAccount(db, site, 'rival@example.test')
  for (const name of ['boss', 'member', 'rival']) tokens[name] = await signIn(api, `${name}@example.test`)
  await queryRaw(db, `insert into exchange_rates (day, krw_micros) values ('2026-01-01', 1300000000)`)
  await queryRaw(
    db,
    `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-01-01', 200)`,
    [accountIds.member],
  )
  for (const [key, { name, ...state }] of Object.entries(registrations)) {
    const id = await createChannel(db, accountIds.boss, channelIdFor(key), state)
    ids[key] = id
    await queryRaw(
      db,
      `update channels
      set name = $2, registered_at = timestamptz '2026-01-01' + registration_id * interval '1 day'
      where registration_id = $1`,
      [id, name],
    )
  }
  await createChannel(db, accountIds.rival ?? 0, channelIdFor('rivals'))
  for (const key of ['one', 'held']) await insertAssignment(db, ids[key] ?? 0, accountIds.member ?? 0)
  await insertFacts(db, [
    figure('one', firstDay, 1_000_000),
    figure('one', latestDay, 2_000_000),
    // This day is too early for the profit of the list.
    figure('two', addDays(firstDay, -1), 9_000_000),
    figure('two', latestDay, 1_000_000),
    figure('ten', latestDay, 5_000_000),
    figure('rivals', latestDay, 7_000_000),
  ])
})
afterAll(() => api.close())

const list = (who: string, query: Record<string, string | number> = {}) =>
  api.call(listChannels, { token: tokens[who], query })
const keysOf = (channels: readonly { id: number }[]) =>
  channels.map(({ id }) => Object.keys(ids).find((key) => ids[key] === id))

describe('the list of channels', () => {
  test.each<[ChannelListSort, SortOrder, string[]]>([
    [
      'work',
      'desc',
      ['verifying', 'unverified', 'held', 'pending', 'rejected', 'ten', 'one', 'two', 'latin'],
    ],
    ['name', 'asc', ['pending', 'latin', 'unverified', 'verifying', 'rejected', 'held', 'one', 'two', 'ten']],
    [
      'name',
      'desc',
      ['ten', 'two', 'one', 'held', 'rejected', 'verifying', 'unverified', 'latin', 'pending'],
    ],
    [
      'stage',
      'asc',
      ['verifying', 'unverified', 'pending', 'held', 'latin', 'one', 'two', 'ten', 'rejected'],
    ],
    [
      'registered',
      'asc',
      ['ten', 'two', 'one', 'latin', 'unverified', 'verifying', 'pending', 'held', 'rejected'],
    ],
    [
      'profit',
      'desc',
      ['ten', 'one', 'two', 'rejected', 'held', 'pending', 'verifying', 'unverified', 'latin'],
    ],
    [
      'profit',
      'asc',
      ['two', 'one', 'ten', 'rejected', 'held', 'pending', 'verifying', 'unverified', 'latin'],
    ],
  ])('by %s, %s, is the same in pages as in one', async (sort, order, expected) => {
    const { channels } = await list('boss', { sort, order })
    expect(keysOf(channels)).toEqual(expected)
    const pages = await Promise.all([0, 1, 2].map((page) => list('boss', { sort, order, page, size: 4 })))
    expect(keysOf(pages.flatMap((page) => page.channels))).toEqual(expected)
  })

  test('has the profit of the last 30 complete days: gross for the manager, net for a member', async () => {
    const { channels, currency, profitRange } = await list('boss', { sort: 'profit' })
    expect({ currency, profitRange }).toEqual({
      currency: 'KRW',
      profitRange: { from: firstDay, to: latestDay },
    })
    expect(channels.slice(0, 4).map(({ profit }) => profit)).toEqual([6_500_000, 3_900_000, 1_300_000, null])
    const own = await list('member')
    expect(own.channels.map(({ profit }) => profit)).toEqual([null, 3_120_000])
    const filtered = await list('boss', { member: accountIds.member ?? 0, sort: 'profit' })
    expect(filtered.channels[0]?.profit).toBe(3_900_000)
  })
})

describe('the file of the channels', () => {
  async function download(who: string, query: Record<string, string | number> = {}, language = 'en') {
    const { body, headers } = await api.request(exportRegistrations, { token: tokens[who], query, language })
    const rows: Record<string, string>[] = parse(body as string, { bom: true, columns: true })
    return { rows, name: headers.get('Content-Disposition') }
  }

  test('has the rows of the list in its order, with members and profit', async () => {
    const { rows, name } = await download('boss', { sort: 'work' })
    expect(rows.map((row) => row['Channel ID'])).toEqual(
      (await list('boss', { sort: 'work' })).channels.map(({ channelId }) => channelId),
    )
    expect(name).toBe(`attachment; filename="channel-list_${firstDay}_${latestDay}.csv"`)
    const one = rows.find((row) => row['Channel ID'] === channelIdFor('one'))
    expect(one).toMatchObject({
      Channel: '회원1',
      Status: 'Approved',
      Members: 'member',
      'Estimated profit (KRW)': '3900.000',
    })
    // No spreadsheet may mistake a name for a formula.
    expect(rows.find((row) => row['Channel ID'] === channelIdFor('pending'))?.Channel).toBe("'=1+1")
  })

  test('is of the selected ones, and its name tells the member and the filters', async () => {
    await queryRaw(api.db, `update accounts set nickname = '한입/스튜디오' where id = $1`, [
      accountIds.member,
    ])
    const query = { member: accountIds.member ?? 0, state: 'held', search: '보류' }
    const { rows, name } = await download('boss', query)
    expect(rows.map(({ Channel }) => Channel)).toEqual(['보류'])
    expect(name).toContain(
      `filename*=UTF-8''channel-list_${encodeURIComponent('한입-스튜디오_On-hold_보류')}_`,
    )
    const selected = await download('boss', {
      ids: `${ids.two},${ids.one},999999`,
      sort: 'name',
      order: 'asc',
    })
    expect(selected.rows.map(({ Channel }) => Channel)).toEqual(['회원1', '회원2'])
    expect(selected.name).toContain('channel-list_selected_')
    expect((await download('boss', { member: 'none' })).name).toContain('channel-list_unassigned_')
    const korean = await download('boss', { member: 'none', state: 'unverified' }, 'ko')
    expect(korean.name).toContain(encodeURIComponent('채널-목록_미배정_인증-필요_'))
    await queryRaw(api.db, `update accounts set nickname = 'member' where id = $1`, [accountIds.member])
  })

  test('has what a person may see: a member the own channels net, another network none', async () => {
    const own = await download('member', { ids: `${ids.one},${ids.two}` })
    expect(own.rows).toMatchObject([{ Channel: '회원1', 'Estimated profit after fee (KRW)': '3120.000' }])
    expect(Object.keys(own.rows[0] ?? {})).not.toContain('Members')
    expect((await download('rival', { ids: `${ids.one}` })).rows).toEqual([])
    const ask = async (who: string, query: Record<string, string | number>) =>
      (await api.request(exportRegistrations, { token: tokens[who], query })).body.code
    expect(await ask('member', { member: 'none' })).toBe('forbidden')
    expect(await ask('rival', { member: accountIds.member ?? 0 })).toBe('not_found')
    expect(await ask('boss', { ids: '1;2' })).toBe('invalid')
  })

  test.each(locales)('names its columns and states in %s', async (language) => {
    const { rows } = await download('boss', {}, language)
    expect(Object.keys(rows[0] ?? {})).toHaveLength(10)
    expect(new Set(rows.map((row) => Object.values(row)[4])).size).toBe(5)
  })
})

// These tests come last, because their figures end the period earlier.
describe('the history of a channel', () => {
  test('has each review, the day from which it earns and the first on which it did', async () => {
    const id = await createChannel(api.db, accountIds.boss ?? 0, channelIdFor('past'), {
      approval: 0,
      verification: 'verifying',
    })
    await queryRaw(api.db, 'update channels set earns_from = null where registration_id = $1', [id])
    const read = () => api.call(readChannelHistory, { token: tokens.boss, query: { id } })
    await settleVerification(api.db, id, 'verified', jobs, new Date('2026-10-20T01:00:00Z'))
    await reviewChannel(api.db, id, 1, 'Two tracks.', new Date('2026-10-21T01:00:00Z'))
    expect(await read()).toMatchObject({
      verifiedAt: '2026-10-20T01:00:00.000Z',
      reviews: [{ approval: 1, reason: 'Two tracks.', isRequest: false }],
      earnsFrom: null,
      firstEarningDay: null,
    })
    // In California it is still the day before.
    await reviewChannel(api.db, id, 2, null, new Date('2026-10-24T01:00:00Z'))
    await insertFacts(api.db, [figure('past', '2026-10-22', 1), figure('past', '2026-10-28', 1)], 'another')
    expect(await read()).toMatchObject({
      reviews: [{ approval: 1 }, { approval: 2, reviewedAt: '2026-10-24T01:00:00.000Z' }],
      earnsFrom: '2026-10-23',
      firstEarningDay: '2026-10-28',
    })
    const registration = { token: tokens.boss, query: { channel: channelIdFor('past') } }
    const { channel, history } = await api.call(readRegistration, registration)
    expect(channel.id).toBe(id)
    expect(await read()).toMatchObject(history)
    await queryRaw(api.db, 'update channels set removed_at = now() where registration_id = $1', [id])
    const { body } = await api.request(readChannelHistory, { token: tokens.boss, query: { id } })
    expect(body.code).toBe('not_found')
    expect((await api.request(readRegistration, registration)).body.code).toBe('not_found')
  })
})
