import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { type DayLoad, loadFacts } from '#server/ingest/bulk.ts'
import { refreshLists } from '#server/ingest/lists.ts'
import { recomputeChannel, recomputeDays, touchFigures } from '#server/ingest/rollups.ts'
import { addDays, daysOf } from '#server/reports/periods.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { channelNamed, videoNamed } from '#tests/support/facts.ts'
import { makeAccount, makeChannel, makeSite } from '#tests/support/people.ts'
import { emptyReports, selectFlaws } from '#tests/support/reports.ts'

let db: Database
let korean: number
let playlist: number
beforeAll(async () => {
  db = await freshDatabase()
  korean = await makeAccount(db, await makeSite(db, 'kr.test'), 'boss@kr.test')
  playlist = await makeAccount(db, await makeSite(db, 'en.test', true), 'boss@en.test')
  await makeChannel(db, korean, channelNamed('one'))
  await makeChannel(db, korean, channelNamed('late'), { earnsFrom: '2026-03-10' })
  await makeChannel(db, korean, channelNamed('unverified'), { verification: 'verifying' })
  await makeChannel(db, korean, channelNamed('on_hold'), { approval: 1 })
  await makeChannel(db, playlist, channelNamed('abroad'))
})
afterAll(() => db.close())
afterEach(() => emptyReports(db))

const channels = ['one', 'late', 'unverified', 'on_hold', 'abroad', 'nobodys']
const first = '2026-01-20'
const last = '2026-03-12'
const allDays = daysOf({ from: first, to: last })

/** Figures that differ by channel, video and day. */
const figuresOf = (channel: string, video: string, day: string) => {
  const seed = channels.indexOf(channel) * 1_000 + video.length * 100 + allDays.indexOf(day) + 1
  return {
    views: seed * 3,
    premiumViews: seed,
    revenueMicros: seed * 777_777,
    premiumRevenueMicros: seed * 111_111,
  }
}
const videos = ['a', 'bb', '']

const key = (channel: string, video: string) => ({
  channelId: channelNamed(channel),
  videoId: video && videoNamed(video),
  country: 'KR',
})

function* loads(days: readonly string[], types: readonly DayLoad['type'][]): Generator<DayLoad> {
  for (const day of days) {
    const unit = { owner: 'main', day, createTime: new Date('2026-04-01T00:00:00Z') }
    const all = channels.flatMap((channel) => videos.map((video) => ({ channel, video })))
    const rows = all.map(({ channel, video }) => ({
      ...key(channel, video),
      ...figuresOf(channel, video, day),
    }))
    const watched = { watchMs: 0, watchedShare: 0 }
    if (types.includes('activity'))
      yield { ...unit, type: 'activity', rows: rows.map((row) => ({ ...row, ...watched })) }
    if (types.includes('revenue')) yield { ...unit, type: 'revenue', rows }
  }
}

async function settle() {
  await db.transaction((tx) => recomputeDays(tx, first, addDays(last, 1)))
  await refreshLists(db)
}

async function loadAll() {
  await loadFacts(db, loads(allDays, ['activity', 'revenue']))
  await settle()
}

const daily = () =>
  db.query(
    `select channel_id as channel, day, network_id as network, views, revenue_micros as money
    from channel_daily
    order by channel_id, day`,
  )
const networks = () =>
  db.query(
    'select network_id as network, day, views, revenue_micros as money from network_daily order by network_id, day',
  )

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

describe('what may be seen', () => {
  test('are approved and verified channels, from their earning day, with lines about the channel itself', async () => {
    await loadAll()
    const wanted = [
      { channel: 'abroad', network: playlist, from: first },
      { channel: 'late', network: korean, from: '2026-03-10' },
      { channel: 'one', network: korean, from: first },
    ].flatMap(({ channel, network, from }) =>
      daysOf({ from, to: last }).map((day) => {
        const figures = videos.map((video) => figuresOf(channel, video, day))
        const views = sum(figures.map((figure) => figure.views))
        return {
          channel: channelNamed(channel),
          day,
          network,
          views,
          money: sum(figures.map((f) => f.revenueMicros)),
        }
      }),
    )
    expect(await daily()).toEqual(wanted)
    expect(await selectFlaws(db)).toEqual([])
  })

  test('changes with a channel’s state, and nothing else does', async () => {
    await loadAll()
    const before = { daily: await daily(), networks: await networks() }
    const steps = [
      `update channels set verification_status = 'verified' where channel_id = $1`,
      `update channels set earns_from = '2026-03-01' where channel_id = $1`,
      `update channels set removed_at = now() where channel_id = $1`,
      `update channels set removed_at = null, earns_from = '2020-01-01', verification_status = 'verifying' where channel_id = $1`,
    ]
    for (const step of steps) {
      await db.query(step, [channelNamed('unverified')])
      await recomputeChannel(db, channelNamed('unverified'))
      const found = { daily: await daily(), networks: await networks() }
      await settle()
      expect(found).toEqual({ daily: await daily(), networks: await networks() })
    }
    expect({ daily: await daily(), networks: await networks() }).toEqual(before)
  })
})

describe('lists of videos by period', () => {
  const rates = [
    { day: '2026-02-10', krw: 1_400.25 },
    { day: '2026-03-05', krw: 1_390.5 },
  ]
  const rateOn = (day: string) => (day >= '2026-03-05' ? 1_390.5 : 1_400.25)
  /** Thousandths of a won, halves away from zero. */
  const won = (micros: number, day: string) => Math.floor((micros * rateOn(day)) / 1_000 + 0.5)

  const selectList = (period: string, network: number) =>
    db.query<{ channelId: string; videoId: string; views: number; profit: number; price: number | null }>(
      `select channel_id as "channelId", video_id as "videoId", views, profit, price
      from video_period
      where period = $1 and network_id = $2
      order by channel_id, video_id`,
      [period, network],
    )

  async function setRates() {
    for (const { day, krw } of rates) {
      await db.query('insert into exchange_rates (day, krw_micros) values ($1, $2)', [day, krw * 1_000_000])
    }
  }

  test('hold each video once, in the money of the site at each day’s rate', async () => {
    await setRates()
    await loadAll()
    const spans = {
      latest: { from: last, to: last },
      month: { from: '2026-03-01', to: last },
      'last-month': { from: '2026-02-01', to: '2026-02-28' },
      'six-months': { from: '2025-10-01', to: last },
    }
    for (const [period, { from, to }] of Object.entries(spans)) {
      const days = allDays.filter((day) => day >= from && day <= to)
      const listed = (channel: string, earnsFrom: string, money: (micros: number, day: string) => number) =>
        ['a', 'bb'].flatMap((video) => {
          const figures = days
            .filter((day) => day >= earnsFrom)
            .map((day) => ({ day, ...figuresOf(channel, video, day) }))
          if (figures.length === 0) return []
          const views = sum(figures.map((figure) => figure.views))
          const profit = sum(figures.map((figure) => money(figure.revenueMicros, figure.day)))
          const price = Number((BigInt(profit) * 2_000_000n + BigInt(views)) / (2n * BigInt(views)))
          return [{ channelId: channelNamed(channel), videoId: videoNamed(video), views, profit, price }]
        })
      expect(await selectList(period, korean)).toEqual([
        ...listed('late', '2026-03-10', won),
        ...listed('one', first, won),
      ])
      expect(await selectList(period, playlist)).toEqual(listed('abroad', first, (micros) => micros))
    }
    expect(
      await db.query('select distinct network_id as id, currency from network_periods order by id'),
    ).toEqual([
      { id: korean, currency: 'KRW' },
      { id: playlist, currency: 'USD' },
    ])
  })

  test('round a video’s amounts once a day, over the reports of all owners', async () => {
    await setRates()
    const parts = ['first', 'second', 'third'].flatMap((owner): DayLoad[] => {
      const unit = { owner, day: last, createTime: new Date('2026-04-01T00:00:00Z') }
      const row = { ...key('one', 'a'), views: 1, premiumViews: 0, watchMs: 0, watchedShare: 0 }
      const money = { ...key('one', 'a'), revenueMicros: 1, premiumRevenueMicros: 2 }
      return [
        { ...unit, type: 'activity', rows: [row] },
        { ...unit, type: 'revenue', rows: [money] },
      ]
    })
    await loadFacts(db, parts)
    await settle()
    expect(
      await db.query(
        `select views, profit, premium_profit as premium from video_period where period = 'latest'`,
      ),
    ).toEqual([{ views: 3, profit: won(3, last), premium: won(6, last) }])
    expect(won(3, last)).not.toBe(3 * won(1, last))
  })

  test('end before a day that has only one of the two reports', async () => {
    await loadAll()
    await loadFacts(db, loads([addDays(last, 1)], ['activity']))
    await settle()
    expect(
      await db.query(
        `select distinct to_day as "to" from network_periods where period in ('latest', 'month')`,
      ),
    ).toEqual([{ to: last }])
    await loadFacts(db, loads([addDays(last, 1)], ['revenue']))
    await settle()
    expect(
      await db.query(
        `select distinct to_day as "to" from network_periods where period in ('latest', 'month')`,
      ),
    ).toEqual([{ to: addDays(last, 1) }])
  })

  test('have no price without views, and no date before a video is named', async () => {
    const unit = { owner: 'main', day: last, createTime: new Date() }
    const row = { ...key('one', 'a'), revenueMicros: -5, premiumRevenueMicros: 0 }
    await loadFacts(db, [
      { ...unit, type: 'activity', rows: [] },
      { ...unit, type: 'revenue', rows: [row] },
    ])
    await settle()
    expect(
      await db.query(
        `select views, profit, price, published_at as at from video_period where period = 'month'`,
      ),
    ).toEqual([{ views: 0, profit: -5, price: null, at: null }])
  })

  test('are rebuilt by one of several who ask at once, and only when something has changed', async () => {
    await loadAll()
    const partitions = () =>
      db.query(
        `select relname from pg_class where relname like 'video\\_period\\_%' and relispartition and relkind = 'r' order by 1`,
      )
    const before = await partitions()
    expect(before).toHaveLength(4)
    await refreshLists(db)
    expect(await partitions()).toEqual(before)
    await db.transaction(touchFigures)
    await db.exec(
      'create table video_period_month_0 (x integer); create table channel_period_month_0 (x integer)',
    )
    await Promise.all([refreshLists(db), refreshLists(db), refreshLists(db)])
    expect(await partitions()).not.toEqual(before)
    expect(await selectFlaws(db)).toEqual([])
    expect(
      await db.query(
        `select count(*) filter (where relispartition) as used, count(*) as made
        from pg_class
        where relname like 'channel\\_period\\_%' and relkind = 'r'`,
      ),
    ).toEqual([{ used: 4, made: 4 }])
  })
})
