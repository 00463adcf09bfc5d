import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { exportBankFile } from '#contract/settlement/filing/bank-files.ts'
import { createTaxFile } from '#contract/settlement/filing/tax-files.ts'
import {
  confirmMemberPayee,
  readMemberPayee,
  readMemberTaxId,
  rejectMemberPayee,
  updatePayee,
} from '#contract/settlement/payees.ts'
import { exportPayments, payStatements } from '#contract/settlement/statement-payments.ts'
import { readStatements } from '#contract/settlement/statements.ts'
import { writeBackup } from '#server/operations/backup/writer.ts'
import { createLog } from '#server/platform/log.ts'
import { readSpreadsheet } from '#server/settlement/bank-files/spreadsheet.ts'
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
import { queryRaw } from '#tests/support/raw-sql.ts'

// Whole numbers of accounts and people are found where they are shown, and nowhere else: searched for by value.

const account = '110987654321'
const wrongAccount = '55512345678901234567'
const taxId = '9001011234568'
const domain = 'studio.example'
const month = '2026-03-01'

/** A number, and its bytes as databases and programs print them. */
const spellings = (number: string) => [
  number,
  Buffer.from(number).toString('hex'),
  Buffer.from(number).toString('base64').replace(/=+$/, ''),
]
const secrets = [account, wrongAccount, taxId].flatMap(spellings)
/** People group digits by hyphens and spaces. */
const findIn = (text: string) => {
  const plain = text.replace(/(?<=\d)[- ](?=\d)/g, '')
  return secrets.filter((secret) => plain.includes(secret))
}

let api: Api
const logged: string[] = []
const ids: Record<string, number> = {}
const tokens: Record<string, string> = {}
const shown = new Set<string>()

async function request(endpoint: Endpoint, who: string, more: { body?: object; query?: object } = {}) {
  const reply = await api.request(endpoint, { token: tokens[who] ?? '', domain, ...more } as never)
  const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
  if (findIn(text + JSON.stringify([...reply.headers])).length > 0) shown.add(endpoint.name)
  return reply
}
async function call(endpoint: Endpoint, who: string, more: { body?: object; query?: object } = {}) {
  const reply = await request(endpoint, who, more)
  expect([endpoint.name, reply.status, reply.status === 200 ? '' : reply.body]).toEqual([
    endpoint.name,
    200,
    '',
  ])
  return reply.body
}

beforeAll(async () => {
  api = await startApi(undefined, createLog('trace', { write: (line) => void logged.push(line) }))
  api.clock.now = new Date('2026-04-20T03:00:00Z')
  const site = await createSite(api.db, domain)
  ids.boss = await createAccount(api.db, site, `boss@${domain}`)
  ids.ann = await createAccount(api.db, site, `ann@${domain}`, ids.boss)
  await insertAssignment(api.db, await createChannel(api.db, ids.boss, channelIdFor('ann')), ids.ann)
  await queryRaw(api.db, `update accounts set email_confirmed_at = now()`)
  await queryRaw(api.db, `update assignments set from_day = '2026-01-01'`)
  await queryRaw(
    api.db,
    `insert into withholding_rates (site_id, kind, from_month, income_tax_permille, local_tax_permille)
    values ($1, 'individual', '2026-01-01', 30, 100)`,
    [site.id],
  )
  for (const name of ['boss', 'ann']) tokens[name] = await signIn(api, `${name}@${domain}`, domain)
  await enterAndPay()
})
afterAll(() => api.close())

const enter = (number: string, more: object = {}) => ({
  body: { kind: 'individual', name: '김하늘', bankCode: '004', account: number, taxId, password, ...more },
})

let statementId = 0

/** Enters the numbers, and does what needs them. */
async function enterAndPay(): Promise<void> {
  expect((await request(updatePayee, 'ann', enter(wrongAccount))).status).toBe(422)
  expect((await request(updatePayee, 'ann', enter(account, { password: 'wrong' }))).status).toBe(422)
  await call(updatePayee, 'ann', enter(account))
  await call(readMemberPayee, 'boss', { body: { target: ids.ann } })
  await call(rejectMemberPayee, 'boss', { body: { target: ids.ann, version: 1, reason: '예금주 확인' } })
  await call(updatePayee, 'ann', enter(account))
  await call(confirmMemberPayee, 'boss', { body: { target: ids.ann, version: 2 } })
  await call(readMemberTaxId, 'boss', { body: { target: ids.ann, password } })
  await insertMonthFile(api.db, { month, source: 'ads', amounts: { [channelIdFor('ann')]: '100' } })
  await closeAndRelease(api.db, { month, krwMicros: 1_000_000_000, now: api.clock.now, explanation: 'x' })
  await call(exportPayments, 'boss', { query: { month: '2026-03' } })
  const { statements } = await call(readStatements, 'ann')
  const bank = await call(exportBankFile, 'boss', { body: { format: 'kb' } })
  expect((await readSpreadsheet(Buffer.from(bank.file, 'base64'))).flat().join(' ')).toContain(account)
  const payment = { statementId: statements[0].id, paidOn: '2026-04-20', reference: 'T1' }
  await call(payStatements, 'boss', { body: { payments: [payment] } })
  const tax = await call(createTaxFile, 'boss', { body: { period: '2026-04', password } })
  expect((await readSpreadsheet(Buffer.from(tax.file.base64, 'base64'))).flat()).toContain('900101-1234568')
  statementId = statements[0].id
}

test('whole numbers of accounts and people are only where somebody has asked for them', async () => {
  // Everything that can be read, whatever it needs.
  for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
    for (const who of ['boss', 'ann']) {
      const query = {
        month: '2026-03',
        member: ids.ann,
        id: statementId,
        from: '2026-01-01',
        to: '2026-12-31',
      }
      if (endpoint !== exportPayments) await request(endpoint, who, { query })
    }
  }
  expect([...shown].sort()).toEqual(['exportPayments', 'readMemberPayee', 'readMemberTaxId'])

  const tables = await queryRaw<{ name: string }>(
    api.db,
    `select format('%I', table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  expect(tables.length).toBeGreaterThan(60)
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await queryRaw<{ row: string }>(api.db, `select to_jsonb(t)::text as row from ${name} t`)
    if (rows.some(({ row }) => findIn(row).length > 0)) found.push(name)
  }
  expect(found).toEqual([])

  expect(logged.length).toBeGreaterThan(10)
  expect(logged.filter((line) => findIn(line).length > 0)).toEqual([])
})

test('a backup has them encrypted', { tags: ['one-server'] }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'secret-numbers-'))
  try {
    await writeBackup(api.db, join(folder, 'backup.gz'))
    const backup = gunzipSync(await readFile(join(folder, 'backup.gz')))
    expect(backup.includes('payee_tax_ids')).toBe(true)
    expect(findIn(backup.toString('latin1'))).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})
