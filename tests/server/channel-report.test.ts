import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readChannelReport, readChannelSeries } from '#contract/channel-report.ts'
import { type Figures, periods, readDashboard } from '#contract/reports.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelNamed, type Fact, putFacts, settle, videoNamed } from '#tests/support/facts.ts'
import { assign, makeAccount, makeChannel, makeSite, signIn } from '#tests/support/people.ts'

let api: Api
let manager: number
let member: number
let rival: number
let token: string
let memberToken: string
let idleToken: string
let rivalToken: string
const one = channelNamed('one')
const two = channelNamed('two')
const three = channelNamed('three')
const unverified = channelNamed('unverified')
const foreign = channelNamed('foreign')
const picture = 'https://example.test/one.jpg'

beforeAll(async () => {
  api = await startApi()
  const site = await makeSite(api.db)
  manager = await makeAccount(api.db, site, 'boss@example.test')
  member = await makeAccount(api.db, site, 'member@example.test', manager)
  await makeAccount(api.db, site, 'idle@example.test', manager)
  rival = await makeAccount(api.db, site, 'rival@example.test')
  await assign(api.db, await makeChannel(api.db, manager, one), member)
  await makeChannel(api.db, manager, two, { earnsFrom: '2026-09-10' })
  await assign(api.db, await makeChannel(api.db, manager, three), member)
  await makeChannel(api.db, manager, unverified, { verification: 'verifying' })
  await makeChannel(api.db, rival, foreign)
  await api.db.query('update channels set thumbnail = $1 where channel_id = $2', [picture, one])
  token = await signIn(api, 'boss@example.test')
  memberToken = await signIn(api, 'member@example.test')
  idleToken = await signIn(api, 'idle@example.test')
  rivalToken = await signIn(api, 'rival@example.test')
})
afterAll(() => api.close())
afterEach(async () => {
  await api.db.exec(
    `delete from activity_facts; delete from revenue_facts; delete from report_current; delete from report_loads;
    delete from exchange_rates; delete from fee_rates`,
  )
  await settle(api.db)
})

type Query = Record<string, string | number>
const channels = (query: Query = {}, as = token) => api.ask(readChannelReport, { token: as, query })
const series = (query: Query, as = token) => api.ask(readChannelSeries, { token: as, query })

const fact = (day: string, channelId: string, video: string, figures: Partial<Fact> = {}): Fact => ({
  day,
  channelId,
  videoId: video && videoNamed(video),
  country: 'KR',
  views: 0,
  premiumViews: 0,
  revenueMicros: 0,
  premiumRevenueMicros: 0,
  ...figures,
})

const addRates = () =>
  api.db.query(`insert into exchange_rates values ('2026-11-01', 1400500000), ('2026-11-02', 1387654321)`)

const addFees = () =>
  api.db.query(
    `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-09-15', 125), ($1, '2026-11-02', 333)`,
    [member],
  )

/** Three days of November, the second without facts of anybody, and one to compare with. */
async function putSmallNetwork(): Promise<void> {
  await addRates()
  await addFees()
  await putFacts(api.db, [
    fact('2026-10-01', two, 'x', { views: 9, revenueMicros: 10 }),
    fact('2026-11-01', one, 'a', {
      views: 100,
      premiumViews: 7,
      revenueMicros: 1_000_000,
      premiumRevenueMicros: 100,
    }),
    fact('2026-11-01', one, 'b', { views: 20, revenueMicros: 1 }),
    fact('2026-11-03', one, 'a', { views: 3, revenueMicros: 1 }),
    fact('2026-11-03', one, '', { views: 1 }),
    fact('2026-11-03', two, 'x', { views: 40, revenueMicros: 1 }),
    fact('2026-11-03', unverified, 'y', { views: 500, revenueMicros: 500 }),
    fact('2026-11-03', foreign, 'z', { views: 7_000, revenueMicros: 7_000 }),
  ])
}

// By hand. Channel one: 1,000,001 micros × 1.4005 = 1,400,501.4 → 1,400,501, and on the 3rd 1 × 1.3877 → 1. Its net:
// less 12.5 % (175,062.6 → 175,063) = 1,225,438, and less 33.3 % of 1 (0.3 → 0) = 1. Channel two: 1 → 1. Premium: 100 ×
// 1.4005 = 140.05 → 140, less 17.5 → 18 = 122. The network's 3rd: 2 × 1.3877 = 2.8 → 3, one more than its channels.
const gross = {
  channelId: one,
  name: 'Channel ____',
  thumbnail: picture,
  views: 124,
  premiumViews: 7,
  shorts: 2,
}

test('the manager of a small network sees each channel, the highest profit first', async () => {
  await putSmallNetwork()
  expect(await channels()).toMatchObject({
    currency: 'KRW',
    report: {
      range: { from: '2026-11-01', to: '2026-11-03' },
      totals: { views: 164, premiumViews: 7, profit: 1_400_504, premiumProfit: 140, memberProfit: null },
      previous: { range: { from: '2026-10-01', to: '2026-10-03' }, totals: { views: 9, profit: 14 } },
    },
  })
  expect((await channels()).report?.channels).toEqual([
    { ...gross, profit: 1_400_502, premiumProfit: 140, memberProfit: null },
    {
      channelId: two,
      name: 'Channel ____',
      thumbnail: null,
      views: 40,
      premiumViews: 0,
      profit: 1,
      premiumProfit: 0,
      memberProfit: null,
      shorts: 1,
    },
  ])
  expect(Object.keys((await channels()).report?.previous ?? {})).toEqual(['range', 'totals'])
})

test('a member sees the own channels net of the fee of each day, the manager who chose the member both', async () => {
  await putSmallNetwork()
  const mine = await channels({}, memberToken)
  expect(mine.report?.channels).toEqual([
    { ...gross, profit: 1_225_439, premiumProfit: 122, memberProfit: null },
  ])
  expect(mine.report?.totals).toMatchObject({ views: 124, profit: 1_225_439, memberProfit: null })
  const chosen = await channels({ member })
  expect(chosen.report?.channels).toEqual([
    { ...gross, profit: 1_400_502, premiumProfit: 140, memberProfit: 1_225_439 },
  ])
  expect(chosen.report?.totals).toMatchObject({ profit: 1_400_502, memberProfit: 1_225_439 })
})

test('a series has the channels in the order asked for and all others together; a day without facts is a gap', async () => {
  await putSmallNetwork()
  expect((await series({ channels: `${two},${one},${two}` })).report).toEqual({
    range: { from: '2026-11-01', to: '2026-11-03' },
    days: ['2026-11-01', '2026-11-02', '2026-11-03'],
    channels: [
      { channelId: two, views: [0, null, 40], profit: [0, null, 1] },
      { channelId: one, views: [120, null, 4], profit: [1_400_501, null, 1] },
    ],
    other: { views: [0, null, 0], profit: [0, null, 0] },
  })
  expect((await series({ channels: two })).report?.other).toEqual({
    views: [120, null, 4],
    profit: [1_400_501, null, 1],
  })
  expect((await series({ channels: unverified })).report).toMatchObject({
    channels: [{ views: [0, null, 0] }],
    other: { views: [120, null, 44], profit: [1_400_501, null, 3] },
  })
})

test('a member’s series is net and holds nothing of others; the manager’s for the member is gross', async () => {
  await putSmallNetwork()
  expect((await series({ channels: three }, memberToken)).report).toMatchObject({
    channels: [{ channelId: three, views: [0, null, 0], profit: [0, null, 0] }],
    other: { views: [120, null, 4], profit: [1_225_438, null, 1] },
  })
  expect((await series({ channels: three, member })).report?.other.profit).toEqual([1_400_501, null, 1])
})

test('channels of equal profit are in the order of their ids', async () => {
  await putFacts(api.db, [
    fact('2026-11-01', two, 'x', { revenueMicros: 5 }),
    fact('2026-11-01', three, 'y', { revenueMicros: 5 }),
    fact('2026-11-01', one, 'z', { revenueMicros: 5 }),
  ])
  const listed = (await channels()).report?.channels.map(({ channelId }) => channelId)
  expect(listed).toEqual([one, three, two])
})

test('without data, or without a channel, there is no report and no error', async () => {
  expect((await channels()).report).toBeNull()
  expect((await series({ channels: one })).report).toBeNull()
  await putFacts(api.db, [fact('2026-11-01', two, 'x')])
  expect((await channels({}, idleToken)).report).toBeNull()
  expect((await channels({}, memberToken)).report?.channels).toEqual([])
})

test('shorts are unknown until the list of videos has been built for the same days', async () => {
  await putFacts(api.db, [fact('2026-11-01', one, '')])
  expect((await channels()).report?.channels[0]?.shorts).toBe(0)
  await api.db.query(`update network_periods set to_day = to_day - 1`)
  expect((await channels()).report?.channels[0]?.shorts).toBeNull()
})

test('another network sees its own channels and nothing else', async () => {
  await putSmallNetwork()
  const { report } = await channels({}, rivalToken)
  expect(report?.channels.map(({ channelId, views }) => [channelId, views])).toEqual([[foreign, 7_000]])
  expect((await series({ channels: foreign }, rivalToken)).report?.other.views).toEqual([null, null, 0])
})

test('who asks for a member or a channel that is not theirs is refused', async () => {
  await putSmallNetwork()
  for (const endpoint of [readChannelReport, readChannelSeries]) {
    const code = async (query: Query, as?: string) =>
      (await api.call(endpoint, { token: as, query: { channels: one, ...query } })).body.code
    expect(await code({})).toBe('unauthenticated')
    expect(await code({ member }, memberToken)).toBe('forbidden')
    for (const id of [rival, manager, 999_999]) expect(await code({ member: id }, token)).toBe('not_found')
    expect(await code({ member }, rivalToken)).toBe('not_found')
  }
  const refused = async (query: Query, as: string) =>
    (await api.call(readChannelSeries, { token: as, query })).body.code
  expect(await refused({ channels: foreign }, token)).toBe('not_found')
  expect(await refused({ channels: `${one},${channelNamed('nobodys')}` }, token)).toBe('not_found')
  expect(await refused({ channels: two, member }, token)).toBe('not_found')
  expect(await refused({ channels: `${one},${two}` }, memberToken)).toBe('not_found')
  expect(await refused({ channels: one }, idleToken)).toBe('not_found')
  expect(await refused({ channels: one }, rivalToken)).toBe('not_found')
})

const tooMany = Array.from({ length: 31 }, (_, at) => channelNamed(String(at))).join()

test.each<Query>([{}, { channels: '' }, { channels: `${one},` }, { channels: 'a b' }, { channels: tooMany }])(
  'a series of no channels, of too many or of none that could be (%#) is refused',
  async (query) => {
    const { status, body } = await api.call(readChannelSeries, { token, query })
    expect([status, body.fields?.channels?.code]).toEqual([422, 'invalid'])
  },
)

test('figures that change while they are read are read again', async () => {
  await putFacts(api.db, [fact('2026-11-01', one, 'a', { views: 1 })])
  let changed = false
  const query: typeof api.db.query = async (text, values) => {
    if (!changed && text.includes('videos_of')) {
      changed = true
      await putFacts(api.db, [fact('2026-11-01', one, 'a', { views: 2 })], 'second')
    }
    return api.db.query(text, values)
  }
  const other = await startApi({ ...api.db, query })
  const { report } = await other.ask(readChannelReport, { token })
  expect([changed, report?.totals.views, report?.channels[0]?.views]).toEqual([true, 3, 3])
})

const days = ['2026-09-09', '2026-09-30', '2026-10-01', '2026-10-31', '2026-11-01', '2026-11-02']
const anyFact = fc.record({
  day: fc.constantFrom(...days),
  channelId: fc.constantFrom(one, two, three, unverified, foreign),
  videoId: fc.constantFrom('', ...'abc').map((word) => word && videoNamed(word)),
  country: fc.constantFrom('KR', 'US'),
  views: fc.integer({ min: 0, max: 40 }),
  premiumViews: fc.integer({ min: 0, max: 9 }),
  revenueMicros: fc.integer({ min: -50, max: 5_000_000 }),
  premiumRevenueMicros: fc.integer({ min: 0, max: 900 }),
})

/** Halves away from zero, as PostgreSQL rounds. */
function rounded(part: bigint, whole: bigint): bigint {
  const half = whole / 2n
  return part < 0n ? -((-part + half) / whole) : (part + half) / whole
}

/** What facts of one channel come to, by the rule of the contract: each day rounded, then each day's fee. */
function modelOf(facts: readonly Fact[], won: boolean) {
  let [profit, net] = [0n, 0n]
  for (const [day, ofDay = []] of Object.entries(Object.groupBy(facts, (one) => one.day))) {
    const micros = ofDay.reduce((sum, { revenueMicros }) => sum + BigInt(revenueMicros), 0n)
    const rate = day >= '2026-11-02' ? 1_387_654_321n : 1_400_500_000n
    const amount = won ? rounded(micros * rate, 1_000_000_000n) : micros
    const permille = day >= '2026-11-02' ? 333n : day >= '2026-09-15' ? 125n : 0n
    profit += amount
    net += amount - rounded(amount * permille, 1000n)
  }
  return { profit: Number(profit), net: Number(net) }
}

const sum = (numbers: readonly (number | null)[]) =>
  numbers.reduce<number>((total, number) => total + (number ?? 0), 0)

test.each([
  ['dollars', false],
  ['won', true],
])(
  'whatever the facts, in %s, totals are the dashboard’s and channels are a simple model’s',
  async (_, won) => {
    if (won) await addRates()
    await addFees()
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyFact, { minLength: 1, maxLength: 30 }),
        fc.constantFrom(...periods),
        async (facts, period) => {
          await api.db.exec(
            'delete from activity_facts; delete from revenue_facts; delete from report_current',
          )
          await settle(api.db)
          await putFacts(api.db, facts)
          for (const [as, query, own] of [
            [token, { period }, [one, two, three]],
            [token, { period, member }, [one, three]],
            [memberToken, { period }, [one, three]],
            [rivalToken, { period }, [foreign]],
          ] as const) {
            const mine = facts.filter(
              ({ channelId, day }) =>
                (own as readonly string[]).includes(channelId) && (channelId !== two || day >= '2026-09-10'),
            )
            await expectTrue(as, query, own, mine, won)
          }
        },
      ),
      { numRuns: 12 },
    )
  },
)

async function expectTrue(
  as: string,
  query: Query,
  own: readonly string[],
  facts: readonly Fact[],
  won: boolean,
): Promise<void> {
  const [board, { report, ...data }] = [
    await api.ask(readDashboard, { token: as, query }),
    await channels(query, as),
  ]
  expect(data).toEqual({ ...data, currency: board.currency, revision: board.revision })
  expect(report && { ...report, channels: [] }).toEqual(
    board.report && {
      range: board.report.range,
      totals: board.report.totals,
      previous: board.report.previous && {
        range: board.report.previous.range,
        totals: board.report.previous.totals,
      },
      channels: [],
    },
  )
  if (!report) return
  const { range, totals } = report
  const counted = facts.filter(({ day }) => day >= range.from && day <= range.to)
  const byChannel = Object.groupBy(counted, ({ channelId }) => channelId)
  const netOnly = as === memberToken
  const model = Object.entries(byChannel)
    .map(([channelId, of = []]) => {
      const { profit, net } = modelOf(of, won)
      return {
        channelId,
        views: sum(of.map(({ views }) => views)),
        profit: netOnly ? net : profit,
        memberProfit: 'member' in query ? net : null,
        shorts: new Set(of.map(({ videoId }) => videoId).filter(Boolean)).size,
      }
    })
    .sort((a, b) => b.profit - a.profit || (a.channelId < b.channelId ? -1 : 1))
  expect(
    report.channels.map(({ channelId, views, profit, memberProfit, shorts }) => ({
      channelId,
      views,
      profit,
      memberProfit,
      shorts,
    })),
  ).toEqual(model)
  expectSums(report.channels, totals, {
    exact: report.channels.length < 2 || (!won && !netOnly),
    slack: new Set(counted.map(({ channelId, day }) => channelId + day)).size,
  })
  await expectSeries(as, query, own, report.channels, board.report?.series.views ?? [])
}

/** Channels add up to the totals, but for a unit for each channel and day where amounts are rounded. */
function expectSums(
  rows: readonly Figures[],
  totals: Figures,
  { exact, slack }: { exact: boolean; slack: number },
): void {
  const off = (of: (figures: Figures) => number | null) => Math.abs(sum(rows.map(of)) - (of(totals) ?? 0))
  expect([off(({ views }) => views), off(({ premiumViews }) => premiumViews)]).toEqual([0, 0])
  expect(off(({ profit }) => profit)).toBeLessThanOrEqual(exact ? 0 : slack)
  expect(off(({ premiumProfit }) => premiumProfit)).toBeLessThanOrEqual(exact ? 0 : slack)
  expect(off(({ memberProfit }) => memberProfit)).toBeLessThanOrEqual(rows.length < 2 ? 0 : slack)
}

/** A series of the first channel: its days add up to its row, and with the others' to the dashboard's days. */
async function expectSeries(
  as: string,
  query: Query,
  own: readonly string[],
  rows: readonly (Figures & { channelId: string })[],
  dailyViews: readonly number[],
): Promise<void> {
  const { report } = await series({ ...query, channels: own[0] ?? '' }, as)
  const [shown] = report?.channels ?? []
  const row = rows.find(({ channelId }) => channelId === own[0])
  expect([sum(shown?.views ?? []), sum(shown?.profit ?? [])]).toEqual([row?.views ?? 0, row?.profit ?? 0])
  expect(shown?.views.map((views, at) => (views ?? 0) + (report?.other.views[at] ?? 0))).toEqual(dailyViews)
  if (own.length > 2) return
  const rest = rows.find(({ channelId }) => channelId === own[1])
  expect(sum(report?.other.profit ?? [])).toBe(rest?.profit ?? 0)
}
