import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportJournal, type JournalAccount } from '#contract/settlement/movements.ts'
import { payStatements } from '#contract/settlement/statement-payments.ts'
import { selectJournal } from '#server/settlement/documents/journal/journal.ts'
import { createAccount, createChannel, createSite, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { closeAndRelease } from '#tests/support/months.ts'
import { runOperator } from '#tests/support/operator.ts'
import { insertConfirmedPayee } from '#tests/support/payees.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

const domain = 'studio.example'
const always = { from: '2020-01-01', to: '2099-12-31' }
let api: Api
const tokens: Record<string, string> = {}
const ids: Record<string, number> = {}

/** Two members with a fee of 20 % earn, one is paid; the network has a channel of its own, and one is nobody's. */
beforeAll(async () => {
  api = await startApi()
  const site = await createSite(api.db, domain)
  ids.boss = await createAccount(api.db, site, `boss@${domain}`)
  await createAccount(api.db, site, `rival@${domain}`)
  for (const name of ['boss', 'rival']) tokens[name] = await signIn(api, `${name}@${domain}`, domain)
  await queryRaw(
    api.db,
    `insert into withholding_rates (site_id, kind, from_month, income_tax_permille, local_tax_permille)
    values ($1, 'individual', '2026-01-01', 30, 100)`,
    [site.id],
  )
  await createChannel(api.db, ids.boss, channelIdFor('own'))
  for (const name of ['ann', 'ben']) {
    const id = await createAccount(api.db, site, `${name}@${domain}`, ids.boss)
    ids[name] = id
    await insertConfirmedPayee(api.db, id, 'individual')
    await queryRaw(
      api.db,
      `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-01-01', 200)
      on conflict (account_id, from_day) do update set permille = excluded.permille`,
      [id],
    )
    await queryRaw(
      api.db,
      `insert into assignments (registration_id, account_id, from_day) values ($1, $2, '2026-01-01')`,
      [await createChannel(api.db, ids.boss, channelIdFor(name)), id],
    )
  }
  for (const month of ['2026-03-01', '2026-04-01']) {
    const amounts = Object.fromEntries(
      ['own', 'ann', 'ben', 'nobody'].map((name) => [channelIdFor(name), '2345.678901']),
    )
    await insertMonthFile(api.db, { owner: 'main', month, source: 'ads', amounts })
    const now = new Date('2026-11-20T12:00:00Z')
    await closeAndRelease(api.db, { month, krwMicros: 1_386_500_000, now, explanation: 'There is none.' })
  }
  const [paid] = await queryRaw<{ id: number }>(
    api.db,
    `select id from statements where account_id = $1 and payable_amount > 0 order by id`,
    [ids.ann],
  )
  const payments = [{ statementId: paid?.id ?? 0, paidOn: '2026-05-25', reference: 'Bank 1' }]
  await api.call(payStatements, { token: tokens.boss ?? '', domain, body: { payments } })
})
afterAll(() => api.close())

/** Credits minus debits. */
async function readBalances(filter: { networkId?: number | undefined } = {}) {
  const balances: Partial<Record<JournalAccount, number>> = {}
  for (const { debit, credit, amount, currency } of await selectJournal(api.db, { ...always, ...filter })) {
    if (currency !== 'KRW') continue
    balances[debit] = (balances[debit] ?? 0) - amount
    balances[credit] = (balances[credit] ?? 0) + amount
  }
  return balances
}
const sumLedger = async (condition: string) => {
  const [row] = await queryRaw<{ sum: string | number | null }>(
    api.db,
    `select coalesce(sum(amount), 0) as sum from ledger_entries where currency = 'KRW' and ${condition}`,
  )
  return Number(row?.sum)
}

test('the journal of a network has what the ledger has, and its sides are even', async () => {
  const balances = await readBalances({ networkId: ids.boss })
  const members = `account_id in (${ids.ann}, ${ids.ben})`
  expect(balances.payable).toBe(await sumLedger(members))
  expect((balances.own ?? 0) + (balances.fee_income ?? 0)).toBe(await sumLedger(`account_id = ${ids.boss}`))
  expect(balances.fee_income).toBe(await sumLedger(`account_id = ${ids.boss} and kind = 'fee'`))
  expect(balances.tax_payable).toBe(-(await sumLedger(`${members} and kind = 'withholding'`)))
  expect(balances.tax_payable).toBeGreaterThan(0)
  expect(balances.bank).toBe(-(await sumLedger(`kind = 'payment'`)))
  expect(balances.bank).toBeGreaterThan(0)
  expect(balances.unallocated).toBeUndefined()
  // What both sides round in won is all that is left of fees.
  expect(Math.abs(balances.clearing ?? 0)).toBeLessThan(10)
  expect(Object.values(balances).reduce((sum, value) => sum + value, 0)).toBe(0)
})

test('every row has two accounts and no negative amount; money of nobody is in the journal of all', async () => {
  const rows = await selectJournal(api.db, always)
  for (const { debit, credit, amount } of rows) {
    expect(debit).not.toBe(credit)
    expect(amount).toBeGreaterThanOrEqual(0)
  }
  expect(rows.some(({ credit }) => credit === 'unallocated')).toBe(true)
  const [counted] = await queryRaw<{ count: number }>(
    api.db,
    `select count(*)::int as count from ledger_entries where account_id is not null or kind <> 'withholding'`,
  )
  expect(rows).toHaveLength(counted?.count ?? 0)
})

const download = async (who: string, query: { from: string; to: string }): Promise<string> =>
  (await api.request(exportJournal, { token: tokens[who] ?? '', domain, query })).body

test('managers download their own, by day', async () => {
  const csv = await download('boss', { from: '2026-05-25', to: '2026-05-25' })
  const rows = parse(csv, { bom: true, columns: true }) as Record<string, string>[]
  expect(rows).toMatchObject([
    {
      Debit: 'Payable to members',
      Credit: 'Bank',
      Amount: expect.stringMatching(/^\d+\.000$/),
      Currency: 'KRW',
      Member: 'ann',
    },
  ])
  expect(
    parse(await download('rival', { from: '2026-05-01', to: '2026-05-31' }), { bom: true }),
  ).toHaveLength(1)
})

test('the operator writes a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hookline-journal-'))
  const output = join(folder, 'journal.csv')
  try {
    const words = ['--from', '2026-05-25', '--to', '2026-05-25', '--output', output]
    expect((await runOperator(api.db, 'ledger', 'journal', ...words)).lines).toEqual(['journal.csv: 1 row'])
    const [row] = parse(await readFile(output), { bom: true, columns: true }) as Record<string, string>[]
    const [entry] = await queryRaw<{ amount: string; dollars: string }>(
      api.db,
      `select (-amount / 1000.0)::numeric(20, 3)::text as amount, (-micros / 1000000.0)::numeric(20, 6)::text as dollars
      from ledger_entries
      where kind = 'payment'`,
    )
    expect(row).toMatchObject({ debit: 'payable', credit: 'bank', reference: 'Bank 1', ...entry })
    expect(Number(entry?.dollars)).toBeGreaterThan(1_000)
  } finally {
    await rm(folder, { recursive: true })
  }
})
