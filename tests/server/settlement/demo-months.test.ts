// @module-tag extended
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMe } from '#contract/people/session.ts'
import { listManualEntries, readPayments } from '#contract/settlement/payments.ts'
import { exportPayments } from '#contract/settlement/statement-payments.ts'
import { ensureDemoData } from '#server/demo/seed/seed.ts'
import type { Database } from '#server/platform/db/database.ts'
import { draftMonth } from '#server/settlement/closing/drafts.ts'
import {
  isIntact,
  selectStatementEntries,
  selectStatements,
} from '#server/settlement/statements/statement-queries.ts'
import { signIn } from '#tests/support/accounts.ts'
import { startApi, testEncryption } from '#tests/support/api.ts'
import { createOwnDatabase } from '#tests/support/database.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

const now = new Date('2026-11-20T09:00:00Z')
let db: Database
const lines: string[] = []
const start = (at = now) => ensureDemoData(db, at, testEncryption, (line) => lines.push(line))

beforeAll(async () => {
  db = await createOwnDatabase()
  await start()
}, 120_000)
afterAll(() => db.close())

const listMonths = () =>
  queryRaw(
    db,
    `select month::text,
      state,
      array(select e -> 'obstacle' ->> 'code' from jsonb_array_elements(explanations) e) as explained
    from months
    order by month`,
  )

const closedMonths = ['2026-05-01', '2026-06-01', '2026-07-01', '2026-08-01', '2026-09-01']
const seededMonths = [
  ...closedMonths.map((month) => ({
    month,
    state: 'released',
    explained: month === '2026-06-01' ? ['difference', 'difference', 'held'] : ['held'],
  })),
  { month: '2026-10-01', state: 'open', explained: [] },
]

test('five months are closed, and one waits for an explanation', async () => {
  expect(await listMonths()).toEqual(seededMonths)
  const options = { month: '2026-10-01', krwMicros: 1_400_000_000, now }
  const { obstacles } = await db.readSnapshot((view) => draftMonth(view, options))
  expect(obstacles).toMatchObject([
    { code: 'difference', canBeExplained: true, owner: 'demo', group: 'paid_features', micros: -18_400_000 },
    { code: 'difference', canBeExplained: true },
    { code: 'held', canBeExplained: true },
  ])
  const files = await queryRaw(db, `select from month_loads where state = 'current' and month = '2026-10-01'`)
  expect(files).toHaveLength(10)
})

test('their statements show what a month can have', async () => {
  const statements = await selectStatements(db, {})
  const byState = (month: string) =>
    Map.groupBy(
      statements.filter((one) => one.month === month),
      ({ state }) => state,
    )
  for (const month of closedMonths.slice(0, -1)) {
    const states = byState(month)
    expect(states.has('paid')).toBe(true)
    expect(states.has('awaiting_payment')).toBe(false)
    // The balance waits with the newest statement.
    expect(states.has('details_required')).toBe(false)
    expect(states.has('partly_paid')).toBe(false)
  }
  const waiting = byState('2026-09-01').get('details_required')
  expect(waiting?.map(({ email }) => email)).toContain('golmok@hookline.example')
  expect(byState('2026-09-01').get('awaiting_payment')?.length).toBeGreaterThan(4)
  expect(byState('2026-09-01').has('paid')).toBe(false)
  expect(
    byState('2026-08-01')
      .get('returned')
      ?.map(({ email }) => email),
  ).toEqual(['haru@hookline.example'])
  expect(
    byState('2026-09-01')
      .get('partly_paid')
      ?.map(({ email }) => email),
  ).toEqual(['mongi@hookline.example'])
  const june = statements.filter(({ email }) => email === 'june@playlane.example')
  expect(new Set(june.map(({ state }) => state))).toContain('carried_over')
  const kinds = new Set<string>()
  for (const statement of statements) {
    const entries = await selectStatementEntries(db, statement.id)
    expect(isIntact(statement, entries)).toBe(true)
    for (const { kind, month, earnedMonth } of entries)
      kinds.add(earnedMonth === month ? kind : `corrected ${kind}`)
  }
  for (const kind of ['income', 'adjustment', 'tax', 'fee', 'withholding', 'corrected income', 'manual'])
    expect([...kinds]).toContain(kind)
})

async function startAsManager() {
  const api = await startApi(db)
  api.clock.now = now
  return { api, token: await signIn(api, 'manager@hookline.example', 'localhost'), domain: 'localhost' }
}

async function readBoard() {
  const { api, ...caller } = await startAsManager()
  return {
    board: await api.call(readPayments, caller),
    entries: (await api.call(listManualEntries, caller)).entries,
  }
}

test('their payments are in every state that a manager acts on', async () => {
  const { board, entries } = await readBoard()
  const states = Map.groupBy(board.payouts, ({ state }) => state)
  for (const state of ['awaiting_payment', 'partly_paid', 'returned', 'paid'] as const)
    expect([state, states.has(state)]).toEqual([state, true])
  expect(board.payouts.some(({ requestedAt }) => requestedAt !== null)).toBe(true)
  expect(board.held.map(({ account }) => account.email)).toEqual(['golmok@hookline.example'])
  expect(entries.map(({ kind, statement }) => [kind, statement !== null])).toEqual([
    ['bonus', false],
    ['advance', true],
  ])
})

test('a list for the bank asks for whole won', async () => {
  const { api, ...caller } = await startAsManager()
  const query = { month: '2026-09' }
  const { body } = await api.request(exportPayments, { ...caller, language: 'en', query })
  const [header = '', ...rows] = (body as string).trim().split('\r\n')
  const column = header
    .replace('\uFEFF', '')
    .split(',')
    .findIndex((name) => name.startsWith('Payable'))
  expect([column >= 0, rows.length > 0]).toEqual([true, true])
  for (const row of rows) expect(row.split(',')[column]).toMatch(/^[1-9]\d*\.000$/)
})

test('a channel of two members is divided by their shares', async () => {
  const parts = await queryRaw(
    db,
    `select a.nickname, p.fee_permille as fee
    from month_parts p
    left join accounts a on a.id = p.account_id
    where p.month = '2026-09-01'
      and p.channel_id = (select channel_id from channels where name = '몽이네' and removed_at is null)`,
  )
  expect(parts).toContainEqual({ nickname: '몽이엄마', fee: 155 })
  expect(parts.map(({ nickname }: { nickname?: string | null }) => nickname)).toEqual(
    expect.arrayContaining(['몽이엄마', '한입', null]),
  )
})

test('members have looked at all statements but the newest, and have no old mail', async () => {
  const api = await startApi(db)
  api.clock.now = now
  const token = await signIn(api, 'haru@hookline.example', 'localhost')
  expect((await api.call(readMe, { token, domain: 'localhost' })).user.new_statements).toBe(1)
  expect(await queryRaw(db, 'select from mails')).toEqual([])
})

test('another start changes nothing; one in the next month adds it and closes the one before', async () => {
  const count = () => queryRaw(db, 'select count(*) as count, max(id) as last from ledger_entries')
  const before = await count()
  await start()
  expect([await listMonths(), await count()]).toEqual([seededMonths, before])
  await queryRaw(
    db,
    `with load as (
      insert into report_loads (report_type, owner, day, create_time, file_name, sha256, row_count, state)
      values ('revenue', 'demo', '2026-11-30', now(), 'a file', 'of a day', 0, 'current')
      returning id
    )
    insert into report_current (report_type, owner, day, load_id)
    select 'revenue', 'demo', '2026-11-30', id from load`,
  )
  await start(new Date('2026-11-30T12:00:00Z'))
  expect(await listMonths()).toEqual(seededMonths)
  await start(new Date('2026-12-05T12:00:00Z'))
  expect(await listMonths()).toEqual([
    ...seededMonths.slice(0, -1),
    { month: '2026-10-01', state: 'released', explained: ['difference', 'difference', 'held'] },
    { month: '2026-11-01', state: 'open', explained: [] },
  ])
  const september = await selectStatements(db, { month: '2026-09-01' })
  const { board, entries } = await readBoard()
  expect(september.filter(({ state }) => state === 'awaiting_payment')).toEqual([])
  expect(september.filter(({ state }) => state === 'returned')).toHaveLength(1)
  expect(board.payouts.filter(({ state }) => state === 'returned')).toHaveLength(1)
  expect(entries.filter(({ statement }) => statement === null)).toHaveLength(1)
})

test('months of somebody else are left alone', async () => {
  await queryRaw(
    db,
    `insert into month_loads (owner, month, source, file_name, sha256, state)
    values ('studio', '2026-11-01', 'ads', 'a file', 'a hash', 'current')`,
  )
  const list = await runOperator(db, 'month', 'list')
  await start(new Date('2027-01-05T12:00:00Z'))
  expect((await runOperator(db, 'month', 'list')).lines).toEqual(list.lines)
  expect(lines).toHaveLength(2)
})
