// @module-tag extended
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportMembers, getFee, listMembers, type MemberProfit } from '#contract/people/members.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import type { Period } from '#contract/reports/reports.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createOwnDatabase } from '#tests/support/database.ts'
import { channelIdFor, type Fact, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

let api: Api
const tokens: Record<string, string> = {}
const ids: Record<string, number> = {}

beforeAll(async () => {
  api = await startApi()
  const { db } = api
  const site = await createSite(db)
  ids.boss = await createAccount(db, site, 'boss@example.test')
  ids.rival = await createAccount(db, site, 'rival@example.test')
  ids.theirs = await createAccount(db, site, 'theirs@example.test', ids.rival)
  for (const name of ['ann', 'ben', 'cleo']) {
    ids[name] = await createAccount(db, site, `${name}@example.test`, ids.boss)
    tokens[name] = await signIn(api, `${name}@example.test`)
  }
  await setNickname('ann', '회원10')
  await setNickname('ben', '=회원2')
  await setNickname('cleo', '회원 3')
  tokens.boss = await signIn(api, 'boss@example.test')
  tokens.rival = await signIn(api, 'rival@example.test')
  // Both members have `both`, and nobody has `free`.
  const channels = { a: ['ann'], b: ['ben'], both: ['ann', 'ben'], free: [] }
  for (const [name, members] of Object.entries(channels)) {
    const registration = await createChannel(db, ids.boss, channelIdFor(name))
    for (const member of members) await insertAssignment(db, registration, ids[member] ?? 0)
  }
  const theirChannel = await createChannel(db, ids.rival, channelIdFor('theirs'))
  await insertAssignment(db, theirChannel, ids.theirs)
  await queryRaw(
    db,
    `insert into exchange_rates (day, krw_micros) values ('2026-09-01', 1391234567), ('2026-10-20', 1402345678)`,
  )
  await queryRaw(
    db,
    `insert into fee_rates (account_id, from_day, permille)
    values ($1, '2026-01-01', 200), ($1, '2026-10-15', 125), ($1, '2026-11-02', 333), ($2, '2026-10-31', 1000)`,
    [ids.ann, ids.ben],
  )
  const days = [
    '2026-09-30',
    '2026-10-01',
    '2026-10-14',
    '2026-10-15',
    '2026-10-31',
    '2026-11-01',
    '2026-11-02',
  ]
  const facts = [...Object.keys(channels), 'theirs'].flatMap((name, at) =>
    days.map(
      (day, of): Fact => ({
        day,
        channelId: channelIdFor(name),
        videoId: videoIdFor(name),
        country: 'KR',
        views: 1_000,
        premiumViews: 7,
        revenueMicros: 1_234_567 * (at + 1) + of * 7_919,
        premiumRevenueMicros: 333,
      }),
    ),
  )
  await insertFacts(db, facts)
})
afterAll(() => api.close())

const setNickname = (name: string, nickname: string) =>
  queryRaw(api.db, 'update accounts set nickname = $2 where id = $1', [ids[name], nickname])

const readMonth = (query: object = {}, token = tokens.boss) =>
  api.call(listMembers, { token, query: { figures: 'month', ...query } })

const readTotals = async (period: Period, query: object = {}, token = tokens.boss) =>
  (await api.call(readDashboard, { token, query: { period, ...query } })).report?.totals

test('a list without figures is as it always was', async () => {
  const reply = await api.call(listMembers, { token: tokens.boss, query: { page: 0, size: 50 } })
  expect(Object.keys(reply).sort()).toEqual(['members', 'message', 'page', 'size', 'success', 'total'])
  for (const member of reply.members) expect(member).not.toHaveProperty('profit')
})

test.each([
  ['month', '2026-11', { from: '2026-11-01', to: '2026-11-02' }],
  ['last-month', '2026-10', { from: '2026-10-01', to: '2026-10-31' }],
] as const)('figures of %s are those of the dashboard', async (period, month, range) => {
  const { members, report } = await readMonth({ month })
  expect(report).toMatchObject({ month, range, currency: 'KRW', months: ['2026-11', '2026-10', '2026-09'] })
  for (const name of ['ann', 'ben', 'cleo']) {
    const { profit } = members.find(({ id }) => id === ids[name]) ?? {}
    const selected = await readTotals(period, { member: ids[name] })
    const own = await readTotals(period, {}, tokens[name])
    expect([profit?.grossProfit, profit?.netProfit]).toEqual([
      selected?.grossProfit ?? 0,
      selected?.netProfit ?? 0,
    ])
    expect(profit?.netProfit).toBe(own?.netProfit ?? 0)
  }
  const sum = (of: 'grossProfit' | 'netProfit') =>
    members.reduce((total, { profit }) => total + (profit?.[of] ?? 0), 0)
  expect(report?.membersProfit).toEqual({ grossProfit: sum('grossProfit'), netProfit: sum('netProfit') })
  expect(report?.networkProfit).toBe((await readTotals(period))?.grossProfit)
})

test('without a month with figures, they are of the latest', async () => {
  const latest = await readMonth()
  expect(latest.report?.month).toBe('2026-11')
  for (const month of ['2026-08', '2026-12', '1999-01']) expect(await readMonth({ month })).toEqual(latest)
  const { status } = await api.request(listMembers, { token: tokens.boss, query: { month: '2026-13' } })
  expect(status).toBe(422)
})

test.each([
  [{}, ['ben', 'cleo', 'ann']],
  [{ order: 'desc' }, ['ann', 'cleo', 'ben']],
  [{ sort: 'registered' }, ['ann', 'ben', 'cleo']],
  [{ sort: 'channels', order: 'desc' }, ['ann', 'ben', 'cleo']],
  [{ sort: 'net', order: 'desc', month: '2026-09' }, ['ben', 'ann', 'cleo']],
  [{ sort: 'net', month: '2026-09' }, ['cleo', 'ann', 'ben']],
])('sorted by %j, members are in that order on all pages', async (query, expected) => {
  const { members, report } = await readMonth(query)
  const nameOf = (id: number) => Object.keys(ids).find((name) => ids[name] === id)
  expect(members.map(({ id }) => nameOf(id))).toEqual(expected)
  for (const [page, name] of expected.entries()) {
    const paged = await readMonth({ ...query, page, size: 1 })
    expect(paged).toMatchObject({ total: 3, report, members: [{ id: ids[name] }] })
  }
  expect(await readMonth({ ...query, page: 7 })).toMatchObject({ total: 3, report, members: [] })
})

test('sorted by what they earned or paid, the figures are in that order', async () => {
  const read = { gross: (one: MemberProfit) => one.grossProfit, fee: getFee }
  for (const sort of ['gross', 'fee'] as const) {
    const { members } = await readMonth({ sort, order: 'desc', month: '2026-09' })
    const figures = members.map(({ profit }) => (profit ? read[sort](profit) : 0))
    expect(figures).toEqual(figures.toSorted((a, b) => b - a))
    expect(new Set(figures).size).toBeGreaterThan(1)
    const smallestFirst = await readMonth({ sort, month: '2026-09' })
    expect(smallestFirst.members).toEqual(members.toReversed())
  }
})

test('sums are those of the members that match', async () => {
  const { members, report, total } = await readMonth({ search: 'ann@' })
  expect([total, members.map(({ id }) => id)]).toEqual([1, [ids.ann]])
  expect(report?.membersProfit).toEqual(members[0]?.profit)
  expect(await readMonth({ id: ids.ann })).toMatchObject({ total: 1, members: [{ id: ids.ann }] })
  for (const id of [ids.theirs, ids.boss, 2 ** 40]) expect((await readMonth({ id })).total).toBe(0)
})

test('another network sees its own members and figures alone', async () => {
  const { members, report } = await readMonth({ month: '2026-10' }, tokens.rival)
  const totals = await readTotals('last-month', {}, tokens.rival)
  expect(members.map(({ id, profit }) => [id, profit?.grossProfit])).toEqual([
    [ids.theirs, totals?.grossProfit],
  ])
  expect(report?.networkProfit).toBe(totals?.grossProfit)
})

test('a member is refused', async () => {
  for (const endpoint of [listMembers, exportMembers]) {
    const { status, body } = await api.request(endpoint, { token: tokens.ann })
    expect([status, body.code]).toEqual([403, 'forbidden'])
  }
})

async function downloadCsv(query: Record<string, string> = {}, language = 'en') {
  const { body, headers } = await api.request(exportMembers, { token: tokens.boss, query, language })
  const [names = [], ...lines] = parse(body as string, { bom: true, record_delimiter: '\r\n' }) as string[][]
  return { names, lines, disposition: headers.get('Content-Disposition') }
}

const formatWon = (amount: number) => {
  const digits = String(amount).padStart(4, '0')
  return `${digits.slice(0, -3)}.${digits.slice(-3)}`
}

test('the file of a month has every amount exactly, with the fee rates that lead from gross to net', async () => {
  const { names, lines, disposition } = await downloadCsv({ month: '2026-10' })
  expect(disposition).toBe(
    'attachment; filename="estimated-profit-by-member_example.test_2026-10-01_2026-10-31.csv"',
  )
  expect(names).toEqual([
    'Member',
    'Email',
    'Channels',
    'Estimated profit (KRW)',
    'Fee (KRW)',
    'Estimated profit after fee (KRW)',
    'Fee rate on the last day (%)',
    'Fee rate changes',
    'Currency',
  ])
  const rates: Record<string, [string, string]> = {
    "'=회원2": ['100.0', '2026-10-31 100.0%'],
    '회원 3': ['0.0', ''],
    회원10: ['12.5', '2026-10-15 12.5%'],
  }
  const { members } = await readMonth({ month: '2026-10' })
  expect(lines).toEqual(
    members.map(({ nickname, user_id, channels, profit }, at) => {
      const { grossProfit, netProfit } = profit ?? { grossProfit: 0, netProfit: 0 }
      const name = at === 0 ? `'${nickname}` : nickname
      const amounts = [grossProfit, grossProfit - netProfit, netProfit].map(formatWon)
      return [name, user_id, String(channels), ...amounts, ...(rates[name] ?? []), 'KRW']
    }),
  )
})

test('a file has the order and the search of the list, and says so in its name', async () => {
  const { lines, disposition } = await downloadCsv({ search: '회원 1', sort: 'net', order: 'desc' }, 'ko')
  expect(lines.map(([name]) => name)).toEqual(['회원10'])
  expect(disposition).toContain('filename="---------_example.test_2026-11-01_2026-11-02_-- 1.csv"')
  expect(disposition).toContain(
    `filename*=UTF-8''${encodeURIComponent('멤버별-예상-수익_example.test_2026-11-01_2026-11-02_회원 1.csv')}`,
  )
  const { disposition: odd } = await downloadCsv({ search: '"../\r\n;a' })
  expect(odd).toBe(
    'attachment; filename="estimated-profit-by-member_example.test_2026-11-01_2026-11-02_-..---;a.csv"',
  )
})

test('before anything is imported there are members without figures, and a file of names alone', async () => {
  const empty = await startApi(await createOwnDatabase())
  const site = await createSite(empty.db)
  const boss = await createAccount(empty.db, site, 'new@example.test')
  await createAccount(empty.db, site, 'member@example.test', boss)
  const token = await signIn(empty, 'new@example.test')
  const reply = await empty.call(listMembers, { token, query: { figures: 'month', sort: 'net' } })
  expect(reply).toMatchObject({ total: 1, report: null })
  expect(reply.members[0]).not.toHaveProperty('profit')
  const { body, headers } = await empty.request(exportMembers, { token })
  expect((body as string).trim().split('\r\n')).toHaveLength(1)
  expect(headers.get('Content-Disposition')).toBe(
    'attachment; filename="estimated-profit-by-member_example.test.csv"',
  )
  await empty.close()
})
