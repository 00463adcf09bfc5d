// @module-tag adapter
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { readSpreadsheet } from '#server/settlement/bank-files/spreadsheet.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'
import { selectStatements } from '#server/settlement/statements/statement-queries.ts'
import { createAccount, createChannel, createSite, insertAssignment } from '#tests/support/accounts.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { closeAndRelease } from '#tests/support/months.ts'
import { insertConfirmedPayee } from '#tests/support/payees.ts'
import { type ProcessDatabase, prepareProcessDatabase } from '#tests/support/process-database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

// A file for a bank and its result, with the process killed at any step: nothing is sent or booked by half, or twice.

const script = fileURLToPath(new URL('../support/command-process.ts', import.meta.url))
const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))
const month = '2026-03-01'
const today = new Date().toISOString().slice(0, 10)
const network = ['--site', 'studio.example', '--network', 'boss@studio.example']

let template: Awaited<ReturnType<typeof prepareProcessDatabase>>
const references: string[] = []
beforeAll(async () => {
  template = await prepareProcessDatabase(async (db) => {
    const site = await createSite(db, 'studio.example')
    const boss = await createAccount(db, site, 'boss@studio.example')
    for (const name of ['ann', 'ben']) {
      const id = await createAccount(db, site, `${name}@studio.example`, boss)
      await insertAssignment(db, await createChannel(db, boss, channelIdFor(name)), id)
      await insertConfirmedPayee(db, id)
    }
    await queryRaw(db, `update accounts set email_confirmed_at = now()`)
    await queryRaw(db, `update assignments set from_day = '2026-01-01'`)
    const amounts = { [channelIdFor('ann')]: '100', [channelIdFor('ben')]: '200' }
    await insertMonthFile(db, { month, source: 'ads', amounts })
    const now = new Date('2026-04-20T03:00:00Z')
    await closeAndRelease(db, { month, krwMicros: 1_000_000_000, now, explanation: 'x' })
    for (const { id } of await selectStatements(db, {})) references.push(formatStatementNumber(month, id))
    await queryRaw(db, 'delete from mails')
  })
})
afterAll(() => template.remove())

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payout-crash-'))
  onTestFinished(() => rm(folder, { recursive: true }))
})

function runCommand(
  database: ProcessDatabase,
  step: number,
  ...words: string[]
): Promise<{ steps: string[]; code: number | null }> {
  const child = spawn(node, [script, String(step), 'payout', ...words], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: '', SECRET_KEY: '07'.repeat(32), ...database.environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ steps: text.trimEnd().split('\n'), code }))
  })
}

async function inspect(database: ProcessDatabase) {
  const db = await database.open()
  const states = (await selectStatements(db, {}))
    .filter(({ accountId, networkId }) => accountId !== networkId)
    .map(({ state }) => state)
  const [counts] = await queryRaw<Record<'sent' | 'booked' | 'mails' | 'read', number>>(
    db,
    `select (select count(*)::integer from exported_payouts where ended_at is null) as sent,
      (select count(*)::integer from ledger_entries where kind in ('payment', 'return')) as booked,
      (select count(*)::integer from mails) as mails,
      (select count(*)::integer from payment_results) as read`,
  )
  await db.close()
  if (!counts) throw new Error('Nothing was counted.')
  return { states, ...counts }
}

const before = { states: ['awaiting_payment', 'awaiting_payment'], sent: 0, booked: 0, mails: 0, read: 0 }
const sent = { ...before, states: ['exported', 'exported'], sent: 2 }
// Ann is paid; Ben's payment is booked with its return, and mail reports both.
const booked = { states: ['paid', 'returned'], sent: 0, booked: 3, mails: 3, read: 1 }

const writeResult = () => {
  const line = (reference: string | undefined, won: number, outcome: string) =>
    [reference, won, outcome, outcome === '불능' ? '예금주 불일치' : '', today, 'T1'].join('\t')
  const lines = [
    '업체사용 KEY\t입금액\t처리결과\t오류내용\t처리일시\t거래번호',
    line(references.at(-2), 100_000, '정상'),
    line(references.at(-1), 200_000, '불능'),
  ]
  return writeFile(join(folder, 'result.txt'), `${lines.join('\n')}\n`)
}
const exportWords = ['export', 'kb', ...network, '--output', 'bank.xlsx']
const resultWords = ['results', 'result.txt', ...network, '--date', today]

const middles = {
  export: /^insert into exported_payouts/,
  results: /^copy ledger_entries|^insert into ledger/,
}

test('killed while a file is exported, payouts are sent with their whole file, or not at all', async () => {
  const whole = await template.copy()
  onTestFinished(() => whole.remove())
  const { steps, code } = await runCommand(whole, -1, ...exportWords)
  expect([code, await inspect(whole), await readdir(folder)]).toEqual([0, sent, ['bank.xlsx']])
  const found = []
  for (const step of [middles.export, /^before a commit/, /^after a commit/]) {
    await rm(join(folder, 'bank.xlsx'), { force: true })
    const index = steps.findIndex((label) => step.test(label))
    expect(index, `${step} of ${steps.join('\n')}`).toBeGreaterThan(-1)
    const database = await template.copy()
    onTestFinished(() => database.remove())
    expect((await runCommand(database, index, ...exportWords)).code).toBeNull()
    const state = await inspect(database)
    found.push({ isSent: state.sent > 0, files: await readdir(folder) })
    if (state.sent > 0) {
      const rows = (await readSpreadsheet(await readFile(join(folder, 'bank.xlsx.part')))).flat()
      for (const reference of references.slice(-2)) expect(rows.join(' ')).toContain(reference)
    } else {
      await rm(join(folder, 'bank.xlsx.part'), { force: true })
      expect((await runCommand(database, -1, ...exportWords)).code).toBe(0)
    }
    expect(await inspect(database)).toEqual(sent)
  }
  expect(found).toEqual([
    { isSent: false, files: [] },
    { isSent: false, files: ['bank.xlsx.part'] },
    { isSent: true, files: ['bank.xlsx.part'] },
  ])
}, 240_000)

test('killed while results are read, all lines are booked or none; read again, they are booked once', async () => {
  await writeResult()
  const prepare = async () => {
    const database = await template.copy()
    onTestFinished(() => database.remove())
    await rm(join(folder, 'bank.xlsx'), { force: true })
    expect((await runCommand(database, -1, ...exportWords)).code).toBe(0)
    return database
  }
  const whole = await prepare()
  const { steps, code } = await runCommand(whole, -1, ...resultWords)
  expect([code, await inspect(whole)]).toEqual([1, booked])
  const found = []
  for (const step of [
    /^insert into payment_results/,
    middles.results,
    /^before a commit/,
    /^after a commit/,
  ]) {
    const index = steps.findIndex((label) => step.test(label))
    expect(index, `${step} of ${steps.join('\n')}`).toBeGreaterThan(-1)
    const database = await prepare()
    expect((await runCommand(database, index, ...resultWords)).code).toBeNull()
    const state = await inspect(database)
    expect([sent, booked]).toContainEqual(state)
    found.push(state.read)
    expect((await runCommand(database, -1, ...resultWords)).code).toBe(state.read > 0 ? 0 : 1)
    expect(await inspect(database)).toEqual(booked)
  }
  expect(found).toEqual([0, 0, 0, 1])
}, 240_000)
