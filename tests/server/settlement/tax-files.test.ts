import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteMember } from '#contract/people/member-management.ts'
import { createTaxFile } from '#contract/settlement/filing/tax-files.ts'
import { payStatements } from '#contract/settlement/statement-payments.ts'
import { readSpreadsheet } from '#server/settlement/bank-files/spreadsheet.ts'
import { encryptTaxId } from '#server/settlement/payees/tax-ids.ts'
import { createAccount, createChannel, createSite, password, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi, testEncryption } from '#tests/support/api.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { closeAndRelease } from '#tests/support/months.ts'
import { runOperatorWith } from '#tests/support/operator.ts'
import { insertConfirmedPayee } from '#tests/support/payees.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { execAsOwner } from '#tests/support/traces.ts'

const members = ['ann', 'lin', 'none', 'later'] as const
const taxIds: Partial<Record<(typeof members)[number], string>> = {
  ann: '9001011234568',
  lin: '8503155123456',
}

let api: Api
let token: string
const ids: Record<string, number> = {}
const numbers: Record<string, string> = {}

const insertTaxId = async (id: number, taxId: string) =>
  queryRaw(
    api.db,
    `insert into payee_tax_ids (account_id, number, masked_number, entered_at) values ($1, $2, '-', now())`,
    [id, await encryptTaxId(testEncryption, id, taxId)],
  )

/** Each member earns 5 dollars in March and in April; all but one are paid in May, ann for both months. */
beforeAll(async () => {
  api = await startApi()
  const site = await createSite(api.db, 'studio.example')
  ids.boss = await createAccount(api.db, site, 'boss@studio.example')
  token = await signIn(api, 'boss@studio.example', 'studio.example')
  await queryRaw(
    api.db,
    `insert into withholding_rates (site_id, kind, from_month, income_tax_permille, local_tax_permille)
    values ($1, 'individual', '2026-01-01', 30, 100)`,
    [site.id],
  )
  for (const name of members) {
    const id = await createAccount(api.db, site, `${name}@studio.example`, ids.boss)
    ids[name] = id
    await insertConfirmedPayee(api.db, id, 'individual')
    const registration = await createChannel(api.db, ids.boss, channelIdFor(name))
    await queryRaw(
      api.db,
      `insert into assignments (registration_id, account_id, from_day) values ($1, $2, '2026-01-01')`,
      [registration, id],
    )
    const taxId = taxIds[name]
    if (taxId) await insertTaxId(id, taxId)
  }
  for (const month of ['2026-03-01', '2026-04-01']) {
    const amounts = Object.fromEntries(members.map((name) => [channelIdFor(name), '10']))
    await insertMonthFile(api.db, { owner: 'main', month, source: 'ads', amounts })
    const now = new Date('2026-11-20T12:00:00Z')
    await closeAndRelease(api.db, { month, krwMicros: 1_386_500_000, now, explanation: 'There is none.' })
  }
  const statements = await queryRaw<{ id: number; name: string; month: string }>(
    api.db,
    `select s.id, split_part(a.email, '@', 1) as name, to_char(s.month, 'YYYYMM') as month
    from statements s join accounts a on a.id = s.account_id where s.payable_amount > 0 and a.id <> a.network_id`,
  )
  for (const { id, name, month } of statements)
    numbers[`${name} ${month}`] = `${month}-${String(id).padStart(6, '0')}`
  const payments = statements
    .filter(({ name }) => name !== 'later')
    .map(({ id, month }) => ({
      statementId: id,
      paidOn: month === '202603' ? '2026-05-02' : '2026-05-20',
      reference: `Bank ${id}`,
    }))
  await api.call(payStatements, { token, domain: 'studio.example', body: { payments } })
})
afterAll(() => api.close())

const request = (period: string, body: object = { password }) =>
  api.request(createTaxFile, { token, domain: 'studio.example', body: { period, ...body } })
const readRows = ({ file }: { file?: { base64: string } | null }) =>
  readSpreadsheet(Buffer.from(file?.base64 ?? '', 'base64'))
const listEntries = () =>
  queryRaw<{ action: string; subject_id: string; detail: object }>(
    api.db,
    `select action, subject_id, detail from audit_log where action in ('createTaxFile', 'withholding file') order by id`,
  )

const pay = (name: string, amount: number | undefined, paidOn: string) =>
  api.call(payStatements, {
    ...{ token, domain: 'studio.example' },
    body: {
      payments: [
        { statementId: Number(numbers[name]?.slice(7)), paidOn, reference: `Bank ${paidOn}`, amount },
      ],
    },
  })

describe('the payment statement', () => {
  test('of a month has its columns, by the day of payment, and names who is left out', async () => {
    const { body } = await request('2026-05')
    expect(await readRows(body as never)).toEqual([
      [
        ...['업종코드', '성명', '주민(사업자)등록번호', '내·외국인', '지급월', '지급액', '세율(%)'],
        ...['소득세', '지방소득세'],
      ],
      ['940306', 'Kim', '900101-1234568', '내국인', '202605', '27730', '3', '820', '80'],
      ['940306', 'Kim', '850315-5123456', '외국인', '202605', '27730', '3', '820', '80'],
    ])
    expect(body).toMatchObject({
      people: 2,
      missing: [
        {
          email: 'none@studio.example',
          statements: [numbers['none 202603'], numbers['none 202604']],
        },
      ],
      unpaid: [numbers['later 202603'], numbers['later 202604']],
    })
  })

  test('of a year has the sums', async () => {
    const rows = await readRows((await request('2026')).body as never)
    expect(rows[0]?.slice(4)).toEqual([
      ...['지급연도', '지급건수', '연간 지급총액', '세율(%)', '소득세', '지방소득세'],
    ])
    expect(rows[1]?.slice(4)).toEqual(['2026', '2', '27730', '3', '820', '80'])
  })

  test('has one row for a person with two accounts', async () => {
    await insertTaxId(ids.none ?? 0, '9001011234568')
    try {
      const rows = await readRows((await request('2026')).body as never)
      expect(rows.slice(1).map((row) => [row[2], ...row.slice(5)])).toEqual([
        ['900101-1234568', '4', '55460', '3', '1640', '160'],
        ['850315-5123456', '2', '27730', '3', '820', '80'],
      ])
    } finally {
      await queryRaw(api.db, 'delete from payee_tax_ids where account_id = $1', [ids.none])
    }
  })

  test('is none where nobody was paid', async () => {
    expect((await request('2026-03')).body).toMatchObject({ file: null, people: 0, missing: [] })
  })

  test('needs the password, and each number that is read is on record', async () => {
    await queryRaw(api.db, `delete from rate_limit_windows`)
    expect((await request('2026-05', {})).body.fields).toMatchObject({
      password: { code: 'password_required' },
    })
    expect((await request('2026-05', { password: 'wrong' })).status).toBe(422)
    const before = (await listEntries()).length
    await request('2026-05')
    const entries = (await listEntries()).slice(before)
    expect(entries.map(({ subject_id }) => Number(subject_id))).toEqual([ids.ann, ids.lin])
    expect(entries[0]).toMatchObject({ action: 'createTaxFile', detail: { period: '2026-05' } })
    expect(JSON.stringify(entries)).not.toContain('1234568')
  })

  test('is written by the operator, to a file that only they can read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hookline-tax-'))
    const output = join(folder, 'may.xlsx')
    const run = (...words: string[]) =>
      runOperatorWith(
        api.db,
        { SECRET_KEY: '07'.repeat(32) },
        ...['withholding', 'file', 'studio.example', ...words, '--output', output],
      )
    try {
      const { lines } = await run('--month', '2026-05')
      expect(lines).toEqual([
        'may.xlsx: 2 rows',
        `no tax number: none@studio.example (${numbers['none 202603']}, ${numbers['none 202604']})`,
        `withheld, but not paid yet: ${numbers['later 202603']}, ${numbers['later 202604']}`,
      ])
      expect(await readSpreadsheet(await readFile(output))).toHaveLength(3)
      expect((await listEntries()).at(-1)).toMatchObject({ action: 'withholding file' })
      await expect(run('--month', '2026-05')).rejects.toThrow('already exists')
      await expect(run()).rejects.toThrow('Give either --month or --year.')
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('has each part of a payment in its month, with its part of the tax', async () => {
    const number = numbers['later 202603'] ?? ''
    await pay('later 202603', 5_000_000, '2026-06-10')
    await runOperatorWith(api.db, {}, 'statement', 'return', number, '--date', '2026-06-11', '--reason', 'x')
    await pay('later 202603', 5_000_000, '2026-06-30')
    await queryRaw(api.db, 'delete from rate_limit_windows')
    const rows = async (month: string) => {
      const { body } = await request(month)
      return [
        (await readRows(body as never)).slice(1).map((row) => row.slice(5)),
        (body as { unpaid: string[] }).unpaid,
      ]
    }
    await insertTaxId(ids.later ?? 0, '9001011234568')
    expect(await rows('2026-06')).toEqual([[['5160', '3', '150', '10']], [number, numbers['later 202604']]])
    await pay('later 202603', undefined, '2026-07-02')
    expect(await rows('2026-06')).toEqual([[['5160', '3', '150', '10']], [numbers['later 202604']]])
    expect(await rows('2026-07')).toEqual([[['8705', '3', '260', '30']], [numbers['later 202604']]])
    await queryRaw(api.db, 'delete from payee_tax_ids where account_id = $1', [ids.later])
    expect((await request('2026')).body).toMatchObject({
      missing: [expect.anything(), { email: 'later@studio.example', statements: [number] }],
    })
  })

  test('knows foreigners by resident numbers only, not by those of businesses', async () => {
    await queryRaw(api.db, 'update payee_tax_ids set number = $2 where account_id = $1', [
      ids.lin,
      await encryptTaxId(testEncryption, ids.lin ?? 0, '1208175521'),
    ])
    await queryRaw(api.db, `delete from rate_limit_windows`)
    const rows = await readRows((await request('2026-05')).body as never)
    expect(rows[2]?.slice(2, 4)).toEqual(['120-81-75521', '내국인'])
    await queryRaw(api.db, 'update payee_tax_ids set number = $2 where account_id = $1', [
      ids.lin,
      await encryptTaxId(testEncryption, ids.lin ?? 0, '8503155123456'),
    ])
  })

  test('still has who has left, was withheld from in the year before last and paid since', async () => {
    await execAsOwner(
      api.db,
      `update ledger_entries
      set created_at = date_trunc('year', now()) - interval '13 months'
      where kind = 'withholding'`,
    )
    await api.call(deleteMember, {
      token,
      domain: 'studio.example',
      body: { target: ids.ann ?? 0, password },
    })
    const left = await queryRaw(api.db, 'select from payee_tax_ids where account_id = $1', [ids.ann])
    expect(left).toHaveLength(1)
  })
})
