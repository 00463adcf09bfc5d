// @module-tag adapter
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { deleteMember } from '#contract/people/member-management.ts'
import { cancelBankFile, exportBankFile, importBankResults } from '#contract/settlement/filing/bank-files.ts'
import { readPayments, requestPayment } from '#contract/settlement/payments.ts'
import { payStatements } from '#contract/settlement/statement-payments.ts'
import { readSpreadsheet } from '#server/settlement/bank-files/spreadsheet.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'
import { selectStatements } from '#server/settlement/statements/statement-queries.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  password,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { closeAndRelease } from '#tests/support/months.ts'
import { runOperatorWith } from '#tests/support/operator.ts'
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
  await createChannel(db, ids.boss, channelIdFor('boss'))
  await queryRaw(db, `update assignments set from_day = '2026-01-01'`)
})
afterAll(() => api.close())

beforeEach(() => reset({}))

/** A month of 100, 200 and 300 dollars for three people, and of dollars for others by name, at 1,000 won. */
async function reset(others: Record<string, string>): Promise<void> {
  api.clock.now = payday
  await execAsOwner(
    api.db,
    `truncate ledger_entries, payouts, payment_exports, exported_payouts, payment_results, statements, month_parts, months,
      month_loads, month_sums, payees, audit_log, rate_limit_windows cascade`,
  )
  for (const name of ['boss', 'rival'])
    tokens[name] = await signIn(api, `${name}@studio.example`, 'studio.example')
  for (const name of [...people, ...Object.keys(others)]) await insertConfirmedPayee(api.db, ids[name] ?? 0)
  const amounts = Object.fromEntries([
    ...people.map((name, at) => [channelIdFor(name), String(100 * (at + 1))]),
    ...Object.entries(others).map(([name, dollars]) => [channelIdFor(name), dollars]),
  ])
  await insertMonthFile(api.db, { month: march, source: 'ads', amounts })
  await closeAndRelease(api.db, { month: march, krwMicros: 1_000_000_000, now: payday, explanation: 'x' })
}

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
  return (await writeResult(lines)).toString('base64')
}
async function writeResult(lines: readonly Line[]): Promise<Buffer> {
  const rows = ['업체사용 KEY\t입금액\t처리결과\t오류내용\t처리일시\t거래번호']
  for (const [at, { name, outcome, won, day = '2026-04-25' }] of lines.entries()) {
    const reason = outcome === '불능' ? '예금주 불일치' : ''
    rows.push([await getReference(name), won, outcome, reason, day, `T${at}${day}`].join('\t'))
  }
  return Buffer.from(`${rows.join('\n')}\n`)
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

describe('by command', () => {
  const where = ['--site', 'studio.example', '--network', 'boss@studio.example']
  const today = new Date().toISOString().slice(0, 10)
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'payouts-'))
    onTestFinished(() => rm(folder, { recursive: true }))
  })
  const run = (...words: string[]) =>
    runOperatorWith(api.db, { SECRET_KEY: '07'.repeat(32) }, 'payout', ...words)
  const exportTo = (name: string, ...more: string[]) =>
    run('export', 'kb', ...more, '--output', join(folder, name))

  test('files are written and results read, like on the screen', async () => {
    const due = await run('list', ...where)
    expect(due.text).toMatch(/awaiting payment {2,}2026-04-25 {2,}100,000 KRW/)
    expect((await exportTo('first.xlsx', ...where)).text).toBe('first.xlsx: 3 transfers')
    const bytes = await readFile(join(folder, 'first.xlsx'))
    const rows = (await readSpreadsheet(bytes)).flat().join(' ')
    for (const name of people) expect(rows).toContain(await getReference(name))
    expect((await stat(join(folder, 'first.xlsx'))).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['first.xlsx'])

    const file = join(folder, 'result.txt')
    const lines: Line[] = [
      { name: 'ann', outcome: '정상', won: 100_000, day: today },
      { name: 'ben', outcome: '불능', won: 200_000, day: today },
      { name: 'cat', outcome: '불능', won: 300_000, day: today },
    ]
    await writeFile(file, await writeResult(lines))
    const read = () => run('results', file, ...where, '--date', today)
    expect(await read()).toMatchObject({ status: 1, text: '1 paid, 2 came back, 0 unchanged' })
    expect(await read()).toMatchObject({ status: 0, text: '0 paid, 0 came back, 3 unchanged' })
    expect(await readStates()).toEqual(['paid', 'returned', 'returned'])
    expect((await exportTo('second.xlsx', ...where)).text).toBe('second.xlsx: 2 transfers')
    expect(await run('cancel', await getReference('ben'))).toMatchObject({ status: 0 })
    await expect(run('cancel', await getReference('ann'))).rejects.toThrow('is in no file that a bank has')
    expect(await readStates()).toEqual(['paid', 'returned', 'exported'])
    expect(
      await queryRaw(api.db, `select distinct actor from audit_log where action like 'payout %'`),
    ).toEqual([{ actor: 'operator' }])
  })

  test('a file that is there is kept, and nothing is marked as sent', async () => {
    await writeFile(join(folder, 'taken.xlsx'), 'mine')
    await expect(exportTo('taken.xlsx', ...where)).rejects.toThrow('already exists')
    await expect(exportTo('nowhere/x.xlsx', ...where)).rejects.toThrow('cannot be written (ENOENT)')
    expect(await readStates()).toEqual(['awaiting_payment', 'awaiting_payment', 'awaiting_payment'])
    const own = await exportTo('own.xlsx', '--site', 'studio.example')
    expect(own).toMatchObject({ status: 0, text: 'No file was written: there is nothing to be sent.' })
    const ann = await getReference('ann')
    await expect(exportTo('x.xlsx', '--site', 'studio.example', '--statement', ann)).rejects.toThrow(
      'is paid by somebody else',
    )
    await exportTo('ann.xlsx', ...where, '--statement', ann)
    expect(await exportTo('again.xlsx', ...where, '--statement', ann)).toMatchObject({
      status: 1,
      text: expect.stringMatching(/No file(.|\n)*left out: .*ann@studio\.example: exported/),
    })
    await run('cancel', ann)
    await expect(exportTo('x.xlsx', ...where, '--statement', '202603-999999')).rejects.toThrow('no statement')
    const { id } = await find('ben')
    const one = await run(
      'export',
      'paypal',
      ...where,
      '--statement',
      formatStatementNumber(march, id),
      '--output',
      'x',
    )
    expect(one).toMatchObject({
      status: 1,
      text: expect.stringMatching(/No file(.|\n)*ben@.*another currency/),
    })
    await expect(run('list', '--site', 'studio.example', '--network', 'ann@studio.example')).rejects.toThrow(
      'ann@studio.example runs no network on',
    )
  })

  test('lines that are wrong are named', async () => {
    const file = join(folder, 'bad.txt')
    const [head, line] = (await writeResult([{ name: 'ann', outcome: '정상', won: 100_000 }]))
      .toString()
      .split('\n')
    await writeFile(file, [head, line, line?.replace('정상', '모름')].join('\n'))
    await expect(run('results', file, ...where, '--date', today)).rejects.toThrow(/^line 3: /)
  })

  test('the operator pays those whom no network pays, and only those', async () => {
    await reset({ boss: '50' })
    const own = ['--site', 'studio.example']
    expect((await run('list', ...own)).text).toMatch(/boss@studio\.example/)
    expect((await exportTo('own.xlsx', ...own)).text).toBe('own.xlsx: 1 transfer')
    const boss = await find('boss')
    const result = await writeResult([{ name: 'boss', outcome: '정상', won: 50_000, day: today }])
    const file = join(folder, 'own-result.txt')
    await writeFile(file, result)
    expect((await readResult(result.toString('base64'))).unknown).toHaveLength(1)
    expect((await run('results', file, ...own, '--date', today)).text).toContain('1 paid')
    expect(await run('results', file, ...own, '--date', today)).toMatchObject({
      text: '0 paid, 0 came back, 1 unchanged',
    })
    expect(boss.state).toBe('exported')
    expect((await find('boss')).state).toBe('paid')
    expect(await readStates()).toEqual(['awaiting_payment', 'awaiting_payment', 'awaiting_payment'])
  })
})

// The last one: nobody comes back.
describe('the result of a bank about somebody who is gone', () => {
  test('lets it be paid again, and details end with the payment', async () => {
    tokens.cat = await signIn(api, 'cat@studio.example', 'studio.example')
    await api.call(requestPayment, { ...as('cat'), body: {} })
    await api.call(deleteMember, { ...as('boss'), body: { target: ids.cat ?? 0, password } })
    const { id } = await find('cat')
    const readDetails = () => queryRaw(api.db, 'select from payees where account_id = $1', [ids.cat])
    await send([id])
    await readResult(await buildResult([{ name: 'cat', outcome: '불능', won: 300_000 }]))
    expect([(await find('cat')).state, (await readDetails()).length]).toEqual(['returned', 1])
    expect((await send([id])).written).toBe(1)
    await readResult(await buildResult([{ name: 'cat', outcome: '정상', won: 300_000 }]))
    expect([(await find('cat')).state, (await readDetails()).length]).toEqual(['paid', 0])
  })
})
