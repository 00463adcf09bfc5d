import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listMembers } from '#contract/people/members.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor, type Fact, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { createReportFolder } from '#tests/support/report-files.ts'

let api: Api
let folder: Awaited<ReturnType<typeof createReportFolder>>
const ids: Record<string, number> = {}

const days = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-31', '2026-04-01']
/** Members of each channel; `solo` belongs to an independent account, `theirs` to another network. */
const assignees: Record<string, string[]> = {
  a: ['ann'],
  b: ['ben'],
  both: ['ann', 'ben'],
  free: [],
  solo: ['solo'],
  theirs: ['theirs'],
}
const networks: Record<string, string[]> = {
  boss: ['a', 'b', 'both', 'free'],
  rival: ['theirs'],
  solo: ['solo'],
}
const rates: [day: string, krwMicros: bigint][] = [
  ['2026-01-01', 1_391_234_567n],
  ['2026-03-02', 1_402_345_678n],
]
const fees: [account: string, day: string, permille: bigint][] = [
  ['ann', '2026-01-01', 200n],
  ['ann', '2026-03-02', 125n],
  ['ben', '2026-03-31', 1000n],
]

const facts = Object.keys(assignees).flatMap((name, at) =>
  days.map(
    (day, of): Fact => ({
      day,
      channelId: channelIdFor(name),
      videoId: videoIdFor(name),
      country: 'KR',
      views: 1_000,
      premiumViews: 7,
      revenueMicros: 1_234_567 * (at + 1) + of * 7_919 - (name === 'b' && of === 1 ? 9_000_001 : 0),
      premiumRevenueMicros: 333,
    }),
  ),
)

beforeAll(async () => {
  api = await startApi()
  folder = await createReportFolder()
  const { db } = api
  const site = await createSite(db)
  for (const name of ['boss', 'rival']) ids[name] = await createAccount(db, site, `${name}@example.test`)
  ids.solo = await createAccount(db, site, 'solo@example.test', undefined, false)
  for (const name of ['ann', 'ben', 'idle'])
    ids[name] = await createAccount(db, site, `${name}@example.test`, ids.boss)
  ids.theirs = await createAccount(db, site, 'theirs@example.test', ids.rival)
  for (const [network, channels] of Object.entries(networks))
    for (const name of channels) {
      const registration = await createChannel(db, ids[network] ?? 0, channelIdFor(name))
      for (const member of assignees[name] ?? []) await insertAssignment(db, registration, ids[member] ?? 0)
    }
  for (const [day, krwMicros] of rates)
    await queryRaw(db, 'insert into exchange_rates (day, krw_micros) values ($1, $2)', [day, krwMicros])
  for (const [name, day, permille] of fees)
    await queryRaw(db, 'insert into fee_rates (account_id, from_day, permille) values ($1, $2, $3)', [
      ids[name],
      day,
      permille,
    ])
  await createSite(db, 'empty.test')
  await insertFacts(db, facts)
})
afterAll(async () => {
  await api.close()
  await folder.remove()
})

// The rest of this file computes the sums again, in exact fractions and without any of the server's functions.

const roundHalfAway = (numerator: bigint, denominator: bigint) => {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (2n * size + denominator) / (2n * denominator)
  return numerator < 0n ? -rounded : rounded
}

const latest = <Value>(entries: readonly (readonly [string, Value])[], day: string): Value | undefined =>
  entries.findLast(([from]) => from <= day)?.[1]

/** Converts and rounds the channels' sum for a day as a whole, in thousandths of a won. */
function grossOn(day: string, channels: readonly string[]): bigint {
  const micros = facts
    .filter((fact) => fact.day === day && channels.some((name) => channelIdFor(name) === fact.channelId))
    .reduce((sum, { revenueMicros }) => sum + BigInt(revenueMicros), 0n)
  return roundHalfAway(micros * (latest(rates, day) ?? 0n), 1_000_000_000n)
}

const isOf = (member: string) => (name: string) => assignees[name]?.includes(member) ?? false

function expectOf(member: string, from: string, to: string) {
  const channels = Object.keys(assignees).filter(isOf(member))
  const ownFees = fees
    .filter(([name]) => name === member)
    .map(([, day, permille]) => [day, permille] as const)
  let [gross, fee] = [0n, 0n]
  for (const day of days.filter((one) => from <= one && one <= to)) {
    const amount = grossOn(day, channels)
    gross += amount
    fee += roundHalfAway(amount * (latest(ownFees, day) ?? 0n), 1_000n)
  }
  return { gross: Number(gross), fee: Number(fee), net: Number(gross - fee), currency: 'KRW' }
}

const grossOf = (channels: readonly string[], from: string, to = from) => ({
  gross: Number(
    days.filter((day) => from <= day && day <= to).reduce((sum, day) => sum + grossOn(day, channels), 0n),
  ),
  fee: null,
  net: null,
  currency: 'KRW',
})

const run = (...words: string[]) => runOperator(api.db, 'report', 'totals', ...words)
const readJson = async (...words: string[]) =>
  JSON.parse((await run('--site', 'example.test', '--json', ...words)).lines[0] ?? '')
const boss = 'boss@example.test'
const march = ['2026-03-01', '2026-03-31'] as const

describe('what people earned', () => {
  test('by member, of all networks of a site, with each one’s own fee', async () => {
    expect(await readJson('--by', 'member', '--period', '2026-03')).toEqual([
      { network: boss, member: 'ann@example.test', ...expectOf('ann', ...march) },
      { network: boss, member: 'ben@example.test', ...expectOf('ben', ...march) },
      { network: 'rival@example.test', member: 'theirs@example.test', ...expectOf('theirs', ...march) },
      { network: 'solo@example.test', member: 'solo@example.test', ...expectOf('solo', ...march) },
    ])
    const ofBoss = await readJson('--by', 'member', '--network', boss)
    expect(ofBoss).toMatchObject([
      expectOf('ann', days[0] ?? '', days.at(-1) ?? ''),
      expectOf('ben', days[0] ?? '', days.at(-1) ?? ''),
    ])
    const ofBen = await readJson('--by', 'member', '--member', 'ben@example.test', '--period', '2026-03')
    expect(ofBen).toMatchObject([{ member: 'ben@example.test', ...expectOf('ben', ...march) }])
  })

  test('by day, month, channel or network, of a member with the fee', async () => {
    const member = ['--member', 'ann@example.test']
    expect(await readJson('--by', 'day', ...member, '--period', '2026-02-28..2026-03-02')).toEqual(
      ['2026-02-28', '2026-03-01', '2026-03-02'].map((day) => ({ day, ...expectOf('ann', day, day) })),
    )
    expect(await readJson('--by', 'month', ...member)).toEqual([
      { month: '2026-02', ...expectOf('ann', '2026-02-01', '2026-02-28') },
      { month: '2026-03', ...expectOf('ann', ...march) },
      { month: '2026-04', ...expectOf('ann', '2026-04-01', '2026-04-30') },
    ])
    const channels = await readJson('--by', 'channel', ...member, '--period', '2026-03-01..2026-03-01')
    expect(channels.map((row: { channel_id: string; gross: number }) => [row.channel_id, row.gross])).toEqual(
      ['a', 'both'].map((name) => [channelIdFor(name), Number(grossOn('2026-03-01', [name]))]),
    )
  })

  test('by day, month or network, of a network gross alone', async () => {
    const all = networks.boss ?? []
    expect(await readJson('--by', 'month', '--network', boss, '--period', '2026-03')).toEqual([
      { month: '2026-03', ...grossOf(all, ...march) },
    ])
    expect(await readJson('--by', 'network', '--period', '2026-03')).toEqual([
      { network: boss, ...grossOf(all, ...march) },
      { network: 'rival@example.test', ...grossOf(['theirs'], ...march) },
      { network: 'solo@example.test', ...expectOf('solo', ...march) },
    ])
    const [row] = await readJson('--by', 'day', '--period', '2026-03-01..2026-03-01')
    const each = Object.values(networks).map((channels) => grossOf(channels, '2026-03-01').gross)
    expect(row).toMatchObject({ gross: each.reduce((sum, gross) => sum + gross, 0), fee: null, net: null })
  })

  test('is what the screens show', async () => {
    const token = await signIn(api, boss)
    const query = { figures: 'month', month: '2026-03' } as const
    const { members, report } = await api.call(listMembers, { token, query })
    const rows = await readJson('--by', 'member', '--network', boss, '--period', '2026-03')
    expect(
      rows.map((row: { member: string; gross: number; net: number }) => [row.member, row.gross, row.net]),
    ).toEqual(
      members
        .filter(({ profit }) => profit && profit.grossProfit !== 0)
        .map(({ user_id, profit }) => [user_id, profit?.grossProfit, profit?.netProfit])
        .sort(),
    )
    const [network] = await readJson('--by', 'network', '--network', boss, '--period', '2026-03')
    expect(network.gross).toBe(report?.networkProfit)
    const time = { period: 'custom', from: '2026-03-01', to: '2026-03-31', member: ids.ann ?? 0 } as const
    const dashboard = await api.call(readDashboard, { token, query: time })
    const [month] = await readJson('--by', 'month', '--member', 'ann@example.test', '--period', '2026-03')
    expect([month.gross, month.net]).toEqual([
      dashboard.report?.totals.grossProfit,
      dashboard.report?.totals.netProfit,
    ])
  })

  test('is a table with a total, and says where figures end', async () => {
    const { lines } = await run(
      ...['--by', 'member', '--site', 'example.test', '--network', boss, '--period', '2026-04'],
    )
    const cells = lines.map((line) => line.split(/ {2,}/))
    expect(cells[0]).toEqual(['network', 'member', 'gross KRW', 'fee KRW', 'net KRW'])
    const [ann, ben] = ['ann', 'ben'].map((name) => expectOf(name, '2026-04-01', '2026-04-30'))
    const won = (...amounts: (number | undefined)[]) =>
      (amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0) / 1000).toFixed(3)
    expect(cells[1]).toEqual([boss, 'ann@example.test', won(ann?.gross), won(ann?.fee), won(ann?.net)])
    expect(cells[3]).toEqual([
      'total',
      won(ann?.gross, ben?.gross),
      won(ann?.fee, ben?.fee),
      won(ann?.net, ben?.net),
    ])
    expect(lines.at(-1)).toBe(`${boss}: figures up to 2026-04-01`)
    expect((await run('--by', 'day', '--site', 'empty.test')).text).toBe(
      'There are no figures for these days.',
    )
    expect((await run('--by', 'day', '--site', 'example.test', '--period', '2020-01')).lines[0]).toBe(
      'There are no figures for these days.',
    )
  })

  test('is a file that is named after site, network, member and period', async () => {
    const cwd = process.cwd()
    process.chdir(folder.path)
    try {
      const words = ['--site', 'example.test', '--network', boss, '--member', 'ann@example.test', '--csv']
      const { text } = await run('--by', 'month', '--period', '2026-03', ...words)
      const name = `totals_by-month_example.test_${boss}_ann@example.test_2026-03.csv`
      expect(text).toBe(`${name}: 1 row`)
      const { gross, fee, net } = expectOf('ann', ...march)
      const amounts = [gross, fee, net].map((amount) => (amount / 1000).toFixed(3)).join(',')
      expect(await readFile(join(folder.path, name), 'utf8')).toBe(
        `\uFEFFmonth,gross,fee,net,currency\r\n2026-03,${amounts},KRW\r\n`,
      )
      const raw = await run('--by', 'day', '--period', '2026-03-01..2026-03-02', '--csv')
      expect(raw.text).toBe('totals_by-day_2026-03-01_2026-03-02.csv: 2 rows')
    } finally {
      process.chdir(cwd)
    }
  })
})

test('what was reported may be of a period, too', async () => {
  const { text } = await run('--by', 'day', '--period', '2026-03-01..2026-03-02', '--json')
  const revenue = (day: string) =>
    facts.reduce((sum, fact) => sum + (fact.day === day ? fact.revenueMicros : 0), 0)
  const totals = JSON.parse(text)
  expect(Object.keys(totals)).toEqual(['2026-03-01', '2026-03-02'])
  expect(totals['2026-03-02'].revenue_micros).toBe(revenue('2026-03-02'))
})

test.each([
  [['--by', 'member'], /--by member needs --site/],
  [['--by', 'video', '--site', 'example.test'], /--by video is for totals without --site/],
  [['--by', 'day', '--member', 'ann@example.test'], /need --site/],
  [['--by', 'day', '--period', '2026-13'], /Expected a month or two days/],
  [['--by', 'day', '--period', '2026-03-02..2026-03-01'], /Expected a month or two days/],
  [['--by', 'day', '--site', 'nowhere.test'], /There is no site nowhere.test/],
  [['--by', 'day', '--site', 'example.test', '--network', 'ann@example.test'], /There is no network ann@/],
  [['--by', 'day', '--site', 'example.test', '--member', boss], /There is no member boss@/],
  [
    [
      '--by',
      'day',
      '--site',
      'example.test',
      '--network',
      'rival@example.test',
      '--member',
      'ann@example.test',
    ],
    /There is no member ann@example.test in the network of rival@/,
  ],
  [['--by', 'day', '--csv', 'a.csv', '--json'], /Choose --csv or --json/],
])('%j is refused', async (words, message) => {
  await expect(run(...words)).rejects.toThrow(message)
})
