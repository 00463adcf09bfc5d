// @module-tag extended
// @module-tag adapter
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addDays, listDays } from '#contract/reports/calendar.ts'
import type { Database } from '#server/platform/db/database.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { bumpDataRevision } from '#server/reports/lists/report-state.ts'
import { recomputeChannels, recomputeDays } from '#server/reports/lists/rollups.ts'
import { createAccount, createChannel, createSite } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor, type Fact, insertReports, recomputeChannel, videoIdFor } from '#tests/support/facts.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { deleteReports, findBrokenReportInvariants } from '#tests/support/report-invariants.ts'

let db: Database
let koreanSiteId: number
let playlistSiteId: number
beforeAll(async () => {
  db = await createTestDatabase()
  koreanSiteId = await createAccount(db, await createSite(db, 'kr.test'), 'boss@kr.test')
  playlistSiteId = await createAccount(db, await createSite(db, 'en.test', true), 'boss@en.test')
  await createChannel(db, koreanSiteId, channelIdFor('one'))
  await createChannel(db, koreanSiteId, channelIdFor('late'), { earnsFrom: '2026-03-10' })
  await createChannel(db, koreanSiteId, channelIdFor('unverified'), { verification: 'verifying' })
  await createChannel(db, koreanSiteId, channelIdFor('on_hold'), { approval: 1 })
  await createChannel(db, playlistSiteId, channelIdFor('abroad'))
})
afterAll(() => db.close())
afterEach(() => deleteReports(db))

const channels = ['one', 'late', 'unverified', 'on_hold', 'abroad', 'nobodys']
const firstDay = '2026-01-20'
const lastDay = '2026-03-12'
const allDays = listDays({ from: firstDay, to: lastDay })

/** Computes figures that differ by channel, video and day. */
const computeFigures = (channel: string, video: string, day: string) => {
  const seed = channels.indexOf(channel) * 1_000 + video.length * 100 + allDays.indexOf(day) + 1
  return {
    views: seed * 3,
    premiumViews: seed,
    revenueMicros: seed * 777_777,
    premiumRevenueMicros: seed * 111_111,
  }
}
const videos = ['a', 'bb', '']

const buildKey = (channel: string, video: string) => ({
  channelId: channelIdFor(channel),
  videoId: video && videoIdFor(video),
  country: 'KR',
})

const buildFacts = (days: readonly string[]): Fact[] =>
  days.flatMap((day) =>
    channels.flatMap((channel) =>
      videos.map((video) => ({
        day,
        ...buildKey(channel, video),
        ...computeFigures(channel, video, day),
      })),
    ),
  )

async function rebuildAll() {
  await db.transaction((tx) => recomputeDays(tx, firstDay, addDays(lastDay, 1)))
  await refreshLists(db)
}

async function insertAllLoads() {
  await insertReports(db, buildFacts(allDays), 'main')
  await rebuildAll()
}

const selectChannelDays = () =>
  queryRaw(
    db,
    `select channel_id as channel, day, network_id as network, views, revenue_micros as money
    from channel_daily
    order by channel_id, day`,
  )
const selectNetworkDays = () =>
  queryRaw(
    db,
    'select network_id as network, day, views, revenue_micros as money from network_daily order by network_id, day',
  )

const sumNumbers = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

describe('what may be seen', () => {
  test('are approved and verified channels, from their earning day, with lines about the channel itself', async () => {
    await insertAllLoads()
    const wanted = [
      { channel: 'abroad', network: playlistSiteId, from: firstDay },
      { channel: 'late', network: koreanSiteId, from: '2026-03-10' },
      { channel: 'one', network: koreanSiteId, from: firstDay },
    ].flatMap(({ channel, network, from }) =>
      listDays({ from, to: lastDay }).map((day) => {
        const figures = videos.map((video) => computeFigures(channel, video, day))
        const views = sumNumbers(figures.map((figure) => figure.views))
        return {
          channel: channelIdFor(channel),
          day,
          network,
          views,
          money: sumNumbers(figures.map((f) => f.revenueMicros)),
        }
      }),
    )
    expect(await selectChannelDays()).toEqual(wanted)
    expect(await findBrokenReportInvariants(db)).toEqual([])
  })

  test('changes with a channel’s state, and nothing else does', async () => {
    await insertAllLoads()
    const before = { daily: await selectChannelDays(), networks: await selectNetworkDays() }
    const steps = [
      `update channels set verification_status = 'verified' where channel_id = $1`,
      `update channels set earns_from = '2026-03-01' where channel_id = $1`,
      `update channels set removed_at = now() where channel_id = $1`,
      `update channels set removed_at = null, earns_from = '2020-01-01', verification_status = 'verifying' where channel_id = $1`,
    ]
    for (const step of steps) {
      await queryRaw(db, step, [channelIdFor('unverified')])
      await recomputeChannel(db, channelIdFor('unverified'))
      const found = { daily: await selectChannelDays(), networks: await selectNetworkDays() }
      await rebuildAll()
      expect(found).toEqual({ daily: await selectChannelDays(), networks: await selectNetworkDays() })
    }
    expect({ daily: await selectChannelDays(), networks: await selectNetworkDays() }).toEqual(before)
  })
})

describe('lists of videos by period', () => {
  const rates = [
    { day: '2026-02-10', krw: 1_400.25 },
    { day: '2026-03-05', krw: 1_390.5 },
  ]
  const rateOn = (day: string) => (day >= '2026-03-05' ? 1_390.5 : 1_400.25)
  /** Converts to thousandths of a won, and rounds halves away from zero. */
  const won = (micros: number, day: string) => Math.floor((micros * rateOn(day)) / 1_000 + 0.5)

  const selectList = (period: string, network: number) =>
    queryRaw<{ channelId: string; videoId: string; views: number; profit: number; price: number | null }>(
      db,
      `select channel_id as "channelId", video_id as "videoId", views, profit, price
      from video_period
      where period = $1 and network_id = $2
      order by channel_id, video_id`,
      [period, network],
    )

  async function setRates() {
    for (const { day, krw } of rates) {
      await queryRaw(db, 'insert into exchange_rates (day, krw_micros) values ($1, $2)', [
        day,
        krw * 1_000_000,
      ])
    }
  }

  test('hold each video once, in the money of the site at each day’s rate', async () => {
    await setRates()
    await insertAllLoads()
    const spans = {
      latest: { from: lastDay, to: lastDay },
      month: { from: '2026-03-01', to: lastDay },
      'last-month': { from: '2026-02-01', to: '2026-02-28' },
      'six-months': { from: '2025-10-01', to: lastDay },
    }
    for (const [period, { from, to }] of Object.entries(spans)) {
      const days = allDays.filter((day) => day >= from && day <= to)
      const listed = (channel: string, earnsFrom: string, money: (micros: number, day: string) => number) =>
        ['a', 'bb'].flatMap((video) => {
          const figures = days
            .filter((day) => day >= earnsFrom)
            .map((day) => ({ day, ...computeFigures(channel, video, day) }))
          if (figures.length === 0) return []
          const views = sumNumbers(figures.map((figure) => figure.views))
          const profit = sumNumbers(figures.map((figure) => money(figure.revenueMicros, figure.day)))
          const price = Number((BigInt(profit) * 2_000_000n + BigInt(views)) / (2n * BigInt(views)))
          return [{ channelId: channelIdFor(channel), videoId: videoIdFor(video), views, profit, price }]
        })
      expect(await selectList(period, koreanSiteId)).toEqual([
        ...listed('late', '2026-03-10', won),
        ...listed('one', firstDay, won),
      ])
      expect(await selectList(period, playlistSiteId)).toEqual(listed('abroad', firstDay, (micros) => micros))
    }
    expect(
      await queryRaw(db, 'select distinct network_id as id, currency from network_periods order by id'),
    ).toEqual([
      { id: koreanSiteId, currency: 'KRW' },
      { id: playlistSiteId, currency: 'USD' },
    ])
  })

  test('round a video’s amounts once a day, over the reports of all owners', async () => {
    await setRates()
    for (const owner of ['first', 'second', 'third']) {
      const fact = { ...buildKey('one', 'a'), views: 1, premiumViews: 0 }
      const money = { revenueMicros: 1, premiumRevenueMicros: 2 }
      await insertReports(db, [{ day: lastDay, ...fact, ...money }], owner)
    }
    await rebuildAll()
    expect(
      await queryRaw(
        db,
        `select views, profit, premium_profit as premium from video_period where period = 'latest'`,
      ),
    ).toEqual([{ views: 3, profit: won(3, lastDay), premium: won(6, lastDay) }])
    expect(won(3, lastDay)).not.toBe(3 * won(1, lastDay))
  })

  test('end before a day that has only one of the two reports', async () => {
    await insertAllLoads()
    await insertReports(db, buildFacts([addDays(lastDay, 1)]), 'main', ['activity'])
    await rebuildAll()
    expect(
      await queryRaw(
        db,
        `select distinct to_day as "to" from network_periods where period in ('latest', 'month')`,
      ),
    ).toEqual([{ to: lastDay }])
    await insertReports(db, buildFacts([addDays(lastDay, 1)]), 'main', ['revenue'])
    await rebuildAll()
    expect(
      await queryRaw(
        db,
        `select distinct to_day as "to" from network_periods where period in ('latest', 'month')`,
      ),
    ).toEqual([{ to: addDays(lastDay, 1) }])
  })

  test('have no price without views, and no date before a video is named', async () => {
    const money = { revenueMicros: -5, premiumRevenueMicros: 0 }
    const fact = { day: lastDay, ...buildKey('one', 'a'), views: 0, premiumViews: 0, ...money }
    await insertReports(db, [fact], 'main')
    await rebuildAll()
    expect(
      await queryRaw(
        db,
        `select views, profit, price, published_at as at from video_period where period = 'month'`,
      ),
    ).toEqual([{ views: 0, profit: -5, price: null, at: null }])
  })

  test('are refreshed by one of several who ask at once, which writes only the rows that changed', async () => {
    await insertAllLoads()
    const selectVersions = () =>
      queryRaw<{ key: string; version: string }>(
        db,
        `select concat_ws(' ', period, channel_id, video_id) as key, xmin::text as version from video_period
        union all
        select concat_ws(' ', period, channel_id), xmin::text from channel_period
        order by key`,
      )
    const before = await selectVersions()
    await db.transaction(bumpDataRevision)
    await Promise.all([refreshLists(db), refreshLists(db), refreshLists(db)])
    expect(await selectVersions()).toEqual(before)
    await queryRaw(
      db,
      'update activity_facts set views = views + 1 where channel_id = $1 and video_id = $2 and day = $3',
      [channelIdFor('one'), videoIdFor('a'), '2026-02-15'],
    )
    await db.transaction((tx) => recomputeDays(tx, '2026-02-15', '2026-02-15'))
    await refreshLists(db)
    const after = await selectVersions()
    expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key))
    const changed = after.filter(({ version }, index) => version !== before[index]?.version)
    const [channel, video] = [channelIdFor('one'), videoIdFor('a')]
    expect(changed.map(({ key }) => key)).toEqual(
      ['last-month', 'six-months'].flatMap((period) => [
        `${period} ${channel}`,
        `${period} ${channel} ${video}`,
      ]),
    )
  })

  test('lose what no longer counts, and a channel that moves takes its rows along', async () => {
    await insertAllLoads()
    const changeChannel = (channel: string, set: string, value: number) =>
      queryRaw(db, `update channels set ${set} = $1 where channel_id = $2`, [value, channelIdFor(channel)])
    const recomputeBoth = async () => {
      await db.transaction((tx) => recomputeChannels(tx, [channelIdFor('one'), channelIdFor('late')]))
      await refreshLists(db)
    }
    const selectOwners = async () => {
      const rows = await queryRaw<{ row: string }>(
        db,
        `select concat_ws(' ', 'video', network_id, channel_id) as row from video_period where period = 'latest'
        union
        select concat_ws(' ', 'channel', network_id, channel_id) from channel_period where period = 'latest'`,
      )
      return rows.map(({ row }) => row).sort()
    }
    const listOwners = (owners: [number, string][]) =>
      ['channel', 'video']
        .flatMap((list) => owners.map(([network, channel]) => `${list} ${network} ${channelIdFor(channel)}`))
        .sort()
    const before = listOwners([
      [koreanSiteId, 'one'],
      [koreanSiteId, 'late'],
      [playlistSiteId, 'abroad'],
    ])
    expect(await selectOwners()).toEqual(before)
    await changeChannel('one', 'network_id', playlistSiteId)
    await changeChannel('late', 'approval_status', 1)
    await recomputeBoth()
    const after = listOwners([
      [playlistSiteId, 'one'],
      [playlistSiteId, 'abroad'],
    ])
    expect(await selectOwners()).toEqual(after)
    expect(await findBrokenReportInvariants(db)).toEqual([])
    await changeChannel('one', 'network_id', koreanSiteId)
    await changeChannel('late', 'approval_status', 2)
    await recomputeBoth()
    expect(await selectOwners()).toEqual(before)
  })
})
