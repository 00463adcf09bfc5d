// @module-tag adapter
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelBankFile, exportBankFile, importBankResults } from '#contract/settlement/filing/bank-files.ts'
import { readPayments } from '#contract/settlement/payments.ts'
import { payStatements } from '#contract/settlement/statement-payments.ts'
import { readSpreadsheet } from '#server/settlement/bank-files/spreadsheet.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'
import { selectStatements } from '#server/settlement/statements/statement-queries.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { closeAndRelease } from '#tests/support/months.ts'
import { insertConfirmedPayee } from '#tests/support/payees.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { execAsOwner } from '#tests/support/traces.ts'

// The accountant's payday: a file for the bank, its result, and what came back once more.

const march = '2026-03-01'
const payday = new Date('2026-04-25T03:00:00Z')
const people = ['ann', 'ben', 'cat'] as const

let api: Api
const ids: Record<string, number> = {}
const tokens: Record<string, string> = {}
const as = (name: string) => ({ token: tokens[name] ?? '', domain: 'studio.example' })

beforeAll(async () => {
  api = await startApi()
  const { db } = api
  const site = await createSite(db, 'studio.example')
  ids.boss = await createAccount(db, site, 'boss@studio.example')
  ids.rival = await createAccount(db, site, 'rival@studio.example')
  for (const name of people) {
    ids[name] = await createAccount(db, site, `${name}@studio.example`, ids.boss)
    await insertAssignment(db, await createChannel(db, ids.boss, channelIdFor(name)), ids[name])
  }
  await queryRaw(db, `update assignments set from_day = '2026-01-01'`)
})
afterAll(() => api.close())

beforeEach(async () => {
  api.clock.now = payday
  await execAsOwner(
    api.db,
    `truncate ledger_entries, payouts, payment_exports, exported_payouts, payment_results, statements, month_parts, months,
      month_loads, month_sums, payees, audit_log, rate_limit_windows cascade`,
  )
  for (const name of ['boss', 'rival'])
    tokens[name] = await signIn(api, `${name}@studio.example`, 'studio.example')
  for (const name of people) await insertConfirmedPayee(api.db, ids[name] ?? 0)
  const amounts = Object.fromEntries(people.map((name, at) => [channelIdFor(name), String(100 * (at + 1))]))
  await insertMonthFile(api.db, { month: march, source: 'ads', amounts })
  await closeAndRelease(api.db, { month: march, krwMicros: 1_000_000_000, now: payday, explanation: 'x' })
})

const find = async (name: string) => {
  const [found] = await selectStatements(api.db, { accountId: ids[name] ?? 0 })
  if (!found) throw new Error(`${name} has no statement.`)
  return found
}
const getReference = async (name: string) => formatStatementNumber(march, (await find(name)).id)
const send = (statements?: number[], format: 'kb' | 'paypal' = 'kb', who = 'boss') =>
  api.call(exportBankFile, { ...as(who), body: { format, ...(statements && { statements }) } })
const readStates = async () => Promise.all(people.map(async (name) => (await find(name)).state))

interface Line {
  name: string
  outcome: '정상' | '불능'
  won: number
  day?: string
}
async function buildResult(lines: readonly Line[]): Promise<string> {
  const rows = ['업체사용 KEY\t입금액\t처리결과\t오류내용\t처리일시\t거래번호']
  for (const [at, { name, outcome, won, day = '2026-04-25' }] of lines.entries()) {
    const reason = outcome === '불능' ? '예금주 불일치' : ''
    rows.push([await getReference(name), won, outcome, reason, day, `T${at}${day}`].join('\t'))
  }
  return Buffer.from(`${rows.join('\n')}\n`).toString('base64')
}
const readResult = (file: string, who = 'boss') =>
  api.call(importBankResults, { ...as(who), body: { file, day: '2026-04-25' } })

describe('a file for a bank', () => {
  test('has what is to be paid with its reference, and marks it as sent once', async () => {
    const { written, unwritable, file, fileName } = await send()
    expect([written, unwritable, fileName]).toEqual([3, [], expect.stringMatching(/^kb-2026-04-25\./)])
    const rows = (await readSpreadsheet(Buffer.from(file, 'base64'))).flat().join(' ')
    for (const name of people) expect(rows).toContain(await getReference(name))
    expect(rows).toContain('110222333444')
    expect(await readStates()).toEqual(['exported', 'exported', 'exported'])
    expect((await send()).written).toBe(0)
    const shown = await queryRaw(
      api.db,
      `select from audit_log where action = 'exportBankFile' and subject = 'account'`,
    )
    expect(shown).toHaveLength(3)
    expect(JSON.stringify(await queryRaw(api.db, 'select * from audit_log'))).not.toContain('110222333444')
  })

  test('says what it leaves out, which stays to be paid', async () => {
    const { written, unwritable } = await send(undefined, 'paypal')
    expect([written, unwritable.map(({ reason }) => reason)]).toEqual([
      0,
      ['currency', 'currency', 'currency'],
    ])
    expect(await readStates()).toEqual(['awaiting_payment', 'awaiting_payment', 'awaiting_payment'])
  })

  test('is taken back, if nobody has sent it; another network finds nothing', async () => {
    const { id } = await find('ann')
    expect((await send([id], 'kb', 'rival')).written).toBe(0)
    await send([id])
    const cancel = (who: string) => api.call(cancelBankFile, { ...as(who), body: { statements: [id] } })
    expect(await cancel('rival')).toMatchObject({ cancelled: 0 })
    expect((await find('ann')).state).toBe('exported')
    expect(await cancel('boss')).toMatchObject({ cancelled: 1 })
    expect((await find('ann')).state).toBe('awaiting_payment')
  })
})

describe('the result of a bank', () => {
  test('books what was paid and what came back, which is sent and paid again', async () => {
    await send()
    const first = await buildResult([
      { name: 'ann', outcome: '정상', won: 100_000 },
      { name: 'ben', outcome: '불능', won: 200_000 },
      { name: 'cat', outcome: '불능', won: 300_000 },
    ])
    expect(await readResult(first)).toMatchObject({ paid: 1, returned: 2, unknown: [] })
    expect(await readStates()).toEqual(['paid', 'returned', 'returned'])
    expect((await find('ann')).reference).toBe('T02026-04-25')
    const { payouts } = await api.call(readPayments, as('boss'))
    expect(payouts.find(({ account }) => account.id === ids.ben)?.returned).toEqual({
      day: '2026-04-25',
      reason: '예금주 불일치',
      isMistake: false,
    })
    // The same file changes nothing, not even when what came back is on its way again.
    api.clock.now = new Date('2026-04-28T03:00:00Z')
    tokens.boss = await signIn(api, 'boss@studio.example', 'studio.example')
    expect((await send()).written).toBe(2)
    expect(await readResult(first)).toMatchObject({ paid: 0, returned: 0, unchanged: 3 })
    const saved = Buffer.from(`${Buffer.from(first, 'base64')}\n`).toString('base64')
    expect(await readResult(saved)).toMatchObject({
      paid: 0,
      returned: 0,
      unknown: [expect.any(String), expect.any(String), expect.any(String)],
    })
    expect(await readStates()).toEqual(['paid', 'exported', 'exported'])
    const second = await buildResult([
      { name: 'ben', outcome: '정상', won: 200_000, day: '2026-04-28' },
      { name: 'cat', outcome: '정상', won: 300_000, day: '2026-04-28' },
    ])
    expect(await readResult(second)).toMatchObject({ paid: 2, returned: 0 })
    expect(await readStates()).toEqual(['paid', 'paid', 'paid'])
    const balances = await queryRaw(
      api.db,
      `select account_id from ledger_entries where account_id = any($1::integer[]) group by 1 having sum(amount) <> 0`,
      [people.map((name) => ids[name])],
    )
    expect(balances).toEqual([])
  })

  test('of something else than what was sent changes nothing', async () => {
    await send()
    const wrong = await buildResult([{ name: 'ann', outcome: '정상', won: 99_999 }])
    expect(await readResult(wrong)).toMatchObject({ paid: 0, unknown: [await getReference('ann')] })
    const foreign = await buildResult([{ name: 'ann', outcome: '정상', won: 100_000 }])
    expect(await readResult(foreign, 'rival')).toMatchObject({
      paid: 0,
      unknown: [await getReference('ann')],
    })
    expect(await readStates()).toEqual(['exported', 'exported', 'exported'])
    const broken = await api.request(importBankResults, {
      ...as('boss'),
      body: { file: 'AAAA', day: '2026-04-25' },
    })
    expect([broken.status, Object.keys(broken.body.fields)]).toEqual([422, ['file']])
  })

  test('is not needed where somebody records the payment by hand', async () => {
    await send()
    const { id } = await find('ann')
    const payments = [{ statementId: id, paidOn: '2026-04-25', reference: 'by hand' }]
    await api.call(payStatements, { ...as('boss'), body: { payments } })
    expect(await readStates()).toEqual(['paid', 'exported', 'exported'])
    expect(await queryRaw(api.db, 'select from exported_payouts where ended_at is null')).toHaveLength(2)
  })
})
