import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Database } from '#server/platform/db/database.ts'
import { draftMonth } from '#server/settlement/closing/drafts.ts'
import { releaseMonth, reopenMonth } from '#server/settlement/closing/releases.ts'
import type { Source } from '#server/settlement/files/reading/sources.ts'
import { readStatementDetail } from '#server/settlement/statements/statement-detail.ts'
import { selectStatements } from '#server/settlement/statements/statement-queries.ts'
import { createAccount, createChannel, createSite, insertAssignment } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { closePreviewed, testCloser } from '#tests/support/months.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { execAsOwner } from '#tests/support/traces.ts'

// Money that a closing books to nobody finds its way once somebody can be named.

const [march, april, may] = ['2026-03-01', '2026-04-01', '2026-05-01'] as const
const now = new Date('2026-11-20T12:00:00Z')
const krwMicros = 1_400_000_000

let db: Database
let site: Site
const ids: Record<string, number> = {}
const id = (name: string) => ids[name] ?? 0

beforeAll(async () => {
  db = await createTestDatabase()
  site = await createSite(db, 'studio.example')
  ids.boss = await createAccount(db, site, 'boss@studio.example')
  ids.ann = await createAccount(db, site, 'ann@studio.example', ids.boss)
})
afterAll(() => db.close())
beforeEach(() =>
  execAsOwner(
    db,
    `truncate ledger_entries, statements, month_parts, months, month_loads, month_sums, payout_shares, fee_rates,
      assignments, channels, exchange_rates, report_current, report_loads cascade`,
  ),
)

const putFile = (source: Source, amounts: Record<string, string>, month: string = march, owner = 'main') =>
  insertMonthFile(db, {
    owner,
    month,
    source,
    amounts: Object.fromEntries(Object.entries(amounts).map(([name, value]) => [channelIdFor(name), value])),
  })

const close = (month: string, more: object = {}) =>
  closePreviewed(db, { month, krwMicros, now, explanation: 'It is right.', ...more })

const draft = (month: string, more: object = { krwMicros }) =>
  db.readSnapshot((view) => draftMonth(view, { month, now, ...more }))

/** Dollars of each account by the month in which they were earned. */
async function readLedger(): Promise<Record<string, number>> {
  const rows = await queryRaw<{ name: string; micros: number }>(
    db,
    `select concat(a.nickname, ' ', to_char(e.earned_month, 'YYYY-MM')) as name, sum(e.micros)::bigint as micros
    from ledger_entries e
    left join accounts a on a.id = e.account_id
    group by a.nickname, e.earned_month
    having sum(e.micros) <> 0`,
  )
  return Object.fromEntries(rows.map(({ name, micros }) => [name.trim(), micros / 1_000_000]))
}

test('a channel on hold is named, and gets its month with the closing after its approval', async () => {
  const held = await createChannel(db, id('boss'), channelIdFor('held'), { approval: 1 })
  await insertFacts(
    db,
    ['2026-03-05', '2026-04-05'].map((day) => ({
      day,
      channelId: channelIdFor('held'),
      videoId: videoIdFor('held'),
      country: 'KR',
      views: 1,
      premiumViews: 0,
      revenueMicros: 50_000_000,
      premiumRevenueMicros: 0,
    })),
  )
  await createChannel(db, id('boss'), channelIdFor('own'))
  await insertAssignment(db, held, id('ann'))
  await queryRaw(db, `update assignments set from_day = '2026-01-01'`)
  await queryRaw(
    db,
    `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-01-01', 200)`,
    [ids.ann],
  )
  await putFile('ads', { held: '45.864874', own: '2' })
  await putFile('tax', { held: '1' })
  const { obstacles } = await draft(march)
  expect(obstacles.find(({ code }) => code === 'held')).toMatchObject({
    canBeExplained: true,
    networkIds: [ids.boss],
    count: 1,
    micros: 44_864_874,
    channels: [{ channelId: channelIdFor('held'), micros: 44_864_874 }],
  })
  await close(march)
  expect(await readLedger()).toEqual({ 'boss 2026-03': 2, '2026-03': 44.864874 })
  await queryRaw(db, `update channels set approval_status = 2 where registration_id = $1`, [held])
  await putFile('ads', { own: '1' }, april)
  await close(april)
  // 20 % of each source's part is the network's.
  expect(await readLedger()).toEqual({
    'ann 2026-03': 35.891899,
    'boss 2026-03': 10.972975,
    'boss 2026-04': 1,
  })
  // Estimates beside final amounts go by the first division, in millionths.
  const [late] = await selectStatements(db, { accountId: id('ann') })
  const manager = { id: id('boss'), networkId: id('boss'), isNetwork: true, personId: null }
  const { comparisons } = await readStatementDetail(db, manager, late?.id ?? 0)
  expect(comparisons.slice(0, 2)).toMatchObject([
    { month: '2026-04', estimated: null },
    { month: '2026-03', estimated: null },
  ])
  await reopenMonth(db, { month: april, reason: 'A slip.' }, testCloser)
  expect(await readLedger()).toEqual({ 'boss 2026-03': 2, '2026-03': 44.864874 })
  await close(april)
  await putFile('ads', { own: '1' }, may)
  await close(may)
  expect(await readLedger()).toMatchObject({ 'ann 2026-03': 35.891899, 'boss 2026-05': 1 })
})

test('a channel that is registered later gets the days from its earning day on', async () => {
  await createChannel(db, id('boss'), channelIdFor('own'))
  await insertFacts(
    db,
    [
      ['2026-03-05', 3_000_000],
      ['2026-03-20', 1_000_000],
    ].map(([day, revenueMicros]) => ({
      day: day as string,
      channelId: channelIdFor('new'),
      videoId: videoIdFor('new'),
      country: 'KR',
      views: 1,
      premiumViews: 0,
      revenueMicros: revenueMicros as number,
      premiumRevenueMicros: 0,
    })),
  )
  await putFile('ads', { own: '1', new: '40' })
  expect((await draft(march)).obstacles.find(({ code }) => code === 'unregistered')).toMatchObject({
    networkIds: [],
    channels: [{ channelId: channelIdFor('new'), name: null, micros: 40_000_000 }],
  })
  await close(march)
  const registered = await createChannel(db, id('boss'), channelIdFor('new'))
  const earnFrom = (day: string) =>
    queryRaw(db, `update channels set earns_from = $2 where registration_id = $1`, [registered, day])
  await earnFrom('2026-03-20')
  await putFile('ads', { own: '1' }, april)
  await close(april)
  expect(await readLedger()).toEqual({ 'boss 2026-03': 11, 'boss 2026-04': 1, '2026-03': 30 })
  // A corrected file is divided in the same proportion.
  await putFile('ads', { own: '1', new: '44' })
  await earnFrom('2026-03-01')
  await putFile('ads', { own: '1' }, may)
  await close(may)
  expect(await readLedger()).toEqual({ 'boss 2026-03': 45, 'boss 2026-04': 1, 'boss 2026-05': 1 })
})

test('a month whose files come after a later one was closed is part of the next closing', async () => {
  await createChannel(db, id('boss'), channelIdFor('own'))
  await putFile('ads', { own: '1' }, april)
  await close(april)
  await putFile('ads', { own: '2', new: '4' })
  await expect(close(march)).rejects.toMatchObject({ problem: 'past' })
  await putFile('ads', { own: '5' }, may)
  await close(may)
  expect(await readLedger()).toEqual({
    'boss 2026-03': 2,
    '2026-03': 4,
    'boss 2026-04': 1,
    'boss 2026-05': 5,
  })
  await expect(reopenMonth(db, { month: april, reason: 'A slip.' }, testCloser)).rejects.toMatchObject({
    code: 'later_month_closed',
  })
  await reopenMonth(db, { month: may, reason: 'A slip.' }, testCloser)
  expect(await readLedger()).toEqual({ 'boss 2026-04': 1 })
})

test('an owner whose files are late is explained alone, and follows as income of its month', async () => {
  await createChannel(db, id('boss'), channelIdFor('own'))
  await createChannel(db, id('boss'), channelIdFor('late'))
  await putFile('ads', { own: '1' })
  await queryRaw(
    db,
    `with load as (
      insert into report_loads (report_type, owner, day, create_time, file_name, sha256, row_count, state)
      values ('revenue', 'us', '2026-03-10', now(), 'a file', 'of a day', 0, 'current')
      returning id
    )
    insert into report_current (report_type, owner, day, load_id)
    select 'revenue', 'us', '2026-03-10', id from load`,
  )
  const { obstacles, fingerprint } = await draft(march)
  expect(obstacles).toMatchObject([
    { code: 'no-summary', owner: 'main' },
    { code: 'no-tax', owner: 'main' },
    { code: 'no-files', owner: 'us', canBeExplained: true },
  ])
  const words = [
    '--month',
    '2026-03',
    '--draft',
    fingerprint,
    '--rate',
    '1400',
    '--again',
    '1400',
    '--reason',
    'x',
  ]
  const explain = (...names: string[]) => names.flatMap((name) => ['--explain', `${name}=Later.`])
  await expect(
    runOperator(db, 'month', 'close', ...words, ...explain('no-summary:main', 'no-tax:main')),
  ).rejects.toThrow(/cannot be closed:\n {2}us: there are daily reports[^\n]+\[no-files:us\]\nImport/)
  await runOperator(
    db,
    'month',
    'close',
    ...words,
    ...explain('no-summary:main', 'no-tax:main', 'no-files:us'),
  )
  await putFile('ads', { late: '7' }, march, 'us')
  await putFile('ads', { own: '2' }, april)
  await close(april)
  expect(await readLedger()).toEqual({ 'boss 2026-03': 8, 'boss 2026-04': 2 })
})

test('a balance whose dollars are zero is zero, at whatever rates it came about', async () => {
  const registration = await createChannel(db, id('boss'), channelIdFor('a'))
  await insertAssignment(db, registration, id('ann'))
  await queryRaw(db, `update assignments set from_day = '2026-01-01'`)
  await queryRaw(
    db,
    `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-01-01', 1000)`,
    [ids.ann],
  )
  await putFile('ads', { a: '1.000001' })
  await putFile('premium', { a: '1.000001' })
  await putFile('ads_adjustments', { a: '0.333333' })
  await close(march, { krwMicros: 1_386_333_333 })
  const [ann] = await selectStatements(db, { accountId: id('ann') })
  expect(ann?.closing).toEqual({ micros: 0, amount: 0 })
  // What was earned at one rate is taken back at another.
  await putFile('ads', { a: '0' })
  await putFile('premium', { a: '0' })
  await putFile('ads_adjustments', { a: '0' })
  await putFile('ads', { other: '1' }, april)
  await close(april, { krwMicros: 1_290_000_000 })
  const boss = (await selectStatements(db, { accountId: id('boss'), month: april }))[0]
  expect(boss?.closing).toEqual({ micros: 0, amount: 0 })
})

test('each site has the rate of its rule, and another needs a reason', async () => {
  const average = await createSite(db, 'average.example')
  const payday = await createSite(db, 'payday.example')
  await queryRaw(db, `update sites set rate_rule = 'average' where id = $1`, [average.id])
  await queryRaw(db, `update sites set rate_rule = 'payment-day', payment_day = 20 where id = $1`, [
    payday.id,
  ])
  const others = [
    await createAccount(db, average, 'boss@average.example'),
    await createAccount(db, payday, 'boss@payday.example'),
  ]
  await queryRaw(
    db,
    `insert into exchange_rates (day, krw_micros)
    values ('2026-03-30', 1400000000), ('2026-03-31', 1401000000), ('2026-04-18', 1410000000), ('2026-04-21', 1500000000)`,
  )
  await createChannel(db, id('boss'), channelIdFor('a'))
  for (const [at, network] of others.entries()) await createChannel(db, network, channelIdFor(`other ${at}`))
  await putFile('ads', { a: '10', 'other 0': '10', 'other 1': '10' })
  const { rates, fingerprint } = await draft(march, {})
  expect(rates.map(({ site: domain, rule, krwMicros: rate, day }) => [domain, rule, rate, day])).toEqual([
    ['average.example', 'average', 1_400_500_000, null],
    ['payday.example', 'payment-day', 1_410_000_000, '2026-04-18'],
    ['studio.example', 'last-day', 1_401_000_000, '2026-03-31'],
  ])
  const words = ['--month', '2026-03', '--explain', 'no-summary:main=x', '--explain', 'no-tax:main=x']
  const run = (...more: string[]) => runOperator(db, 'month', 'close', ...words, ...more)
  await expect(run('--draft', fingerprint, '--rate', '1401')).rejects.toThrow('--rate and --reason together')
  const given = (await draft(march, { krwMicros: 1_500_000_000 })).fingerprint
  const other = ['--draft', given, '--rate', '1500', '--reason', 'The bank’s.']
  await expect(run(...other)).rejects.toThrow('more than 5 % away')
  await expect(run(...other, '--again', '1505')).rejects.toThrow('more than 5 % away')
  await run('--draft', fingerprint)
  expect((await selectStatements(db, { month: march })).map(({ closing }) => closing.amount)).toEqual([
    14_010_000, 14_005_000, 14_100_000,
  ])
  await queryRaw(db, 'delete from exchange_rates')
  await releaseMonth(db, { month: march, now }, testCloser)
  await putFile('ads', { a: '10' }, april)
  expect((await draft(april, {})).obstacles.map(({ code }) => code)).toEqual([
    'no-summary',
    'no-tax',
    'no-rate',
    'no-rate',
    'no-rate',
  ])
})
