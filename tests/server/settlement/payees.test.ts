import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withdrawAccount } from '#contract/people/account.ts'
import { deleteMember } from '#contract/people/member-management.ts'
import { listMembers } from '#contract/people/members.ts'
import { listSecurityEvents } from '#contract/people/security-events.ts'
import {
  confirmMemberPayee,
  parseAccountNumber,
  readMemberPayee,
  readMemberTaxId,
  readPayee,
  rejectMemberPayee,
  updatePayee,
} from '#contract/settlement/payees.ts'
import { rateLimits } from '#server/platform/auth/rate-limits.ts'
import { encryptDetails } from '#server/settlement/payees/details.ts'
import { createAccount, createSite, password, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi, testEncryption } from '#tests/support/api.ts'
import { runOperatorWith } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { execAsOwner } from '#tests/support/traces.ts'

const details = { kind: 'individual', name: ' 김  하늘 ', bankCode: '004', account: '１１０-２２２ 333444' }
const dollars = {
  kind: 'business',
  name: 'Sky Ltd.',
  method: 'iban',
  bank: 'Barclays',
  account: 'gb82 WEST 1234 5698 7654 32',
  swift: 'barcgb22',
  country: 'GB',
}

let api: Api
const ids: Record<string, number> = {}
const tokens: Record<string, string> = {}

beforeAll(async () => {
  api = await startApi()
  const site = await createSite(api.db)
  const other = await createSite(api.db, 'dollars.test', true)
  ids.boss = await createAccount(api.db, site, 'boss@example.test')
  ids.kim = await createAccount(api.db, site, 'kim@example.test', ids.boss)
  ids.rival = await createAccount(api.db, site, 'rival@example.test')
  ids.sky = await createAccount(api.db, other, 'sky@example.test', undefined, false)
  for (const name of ['boss', 'kim', 'rival']) tokens[name] = await signIn(api, `${name}@example.test`)
  tokens.sky = await signIn(api, 'sky@example.test', 'dollars.test')
})
afterAll(() => api.close())
beforeEach(async () => {
  for (const table of ['payee_tax_ids', 'payees']) await queryRaw(api.db, `delete from ${table}`)
  await execAsOwner(
    api.db,
    'delete from rate_limit_windows; delete from audit_log; delete from mails; delete from security_events',
  )
})

const enter = (body: object = details, who = 'kim') =>
  api.request(updatePayee, { token: tokens[who] ?? '', body: { password, ...body } })
const enterDollars = (body: object) =>
  api.request(updatePayee, {
    token: tokens.sky ?? '',
    domain: 'dollars.test',
    body: { password, ...dollars, ...body },
  })
const readOwn = async (who = 'kim') => (await api.call(readPayee, { token: tokens[who] ?? '' })).payee
const asManager = (
  endpoint: typeof readMemberPayee | typeof confirmMemberPayee | typeof rejectMemberPayee,
  body: object = {},
  who = 'boss',
) => api.request(endpoint, { token: tokens[who] ?? '', body: { target: ids.kim, ...body } })
const listMails = () =>
  queryRaw<{ kind: string; recipient: string; data: object }>(
    api.db,
    'select kind, recipient, data from mails order by id',
  )
const listEntries = () =>
  queryRaw<{ action: string; detail: object }>(api.db, 'select action, detail from audit_log order by id')
const dump = async () => {
  const [row] = await queryRaw<{ text: string }>(
    api.db,
    `select concat_ws(' ', (select string_agg(p::text, ' ') from payees p),
      (select string_agg(a::text, ' ') from audit_log a),
      (select string_agg(s::text, ' ') from security_events s),
      (select string_agg(m::text, ' ') from mails m)) as text`,
  )
  return row?.text ?? ''
}

describe('a payout account', () => {
  test('are normalized, shown masked, stored encrypted, and reported to the person and the manager', async () => {
    expect(await readOwn()).toBeNull()
    const { body } = await enter()
    expect(body.payee).toMatchObject({
      kind: 'individual',
      name: '김  하늘',
      method: 'bank',
      bank: 'KB국민은행',
      bankCode: '004',
      account: '•••• 3444',
      swift: null,
      country: null,
      state: 'entered',
      version: 1,
      confirmedAt: null,
      reason: null,
      taxId: null,
    })
    expect(await readOwn()).toEqual(body.payee)
    expect(await listMails()).toEqual([
      { kind: 'payee-changed', recipient: 'kim@example.test', data: {} },
      { kind: 'payee-waiting', recipient: 'boss@example.test', data: { nickname: 'kim' } },
    ])
    const { events } = await api.call(listSecurityEvents, { token: tokens.kim ?? '' })
    expect(events.map(({ kind }) => kind)).toEqual(['payee-changed'])
    expect(await listEntries()).toMatchObject([
      { action: 'updatePayee', detail: { before: null, after: { kind: 'individual', details: '(hidden)' } } },
    ])
    const stored = await dump()
    expect(stored).toContain('3444')
    for (const secret of ['110222333444', '김', '국민은행']) expect(stored).not.toContain(secret)
  })

  test.each([
    [{ account: '1234' }, { account: 'account_number_invalid' }],
    [{ account: '110-222-333444-555666' }, { account: 'account_number_invalid' }],
    [{ account: 'kim@example.com' }, { account: 'account_number_invalid' }],
    [{ name: ' ' }, { name: 'payee_name_required' }],
    [{ name: 'a\u202eb' }, { name: 'invalid' }],
    [{ bankCode: '국민은행' }, { bankCode: 'bank_required' }],
    [{ bankCode: undefined }, { bankCode: 'bank_required' }],
    [{ bankCode: '090' }, { account: 'account_digits' }],
    [
      { kind: 'state', bankCode: '' },
      { kind: 'payee_kind_required', bankCode: 'bank_required' },
    ],
    [{ taxId: '900231-1234567' }, { taxId: 'resident_number_invalid' }],
    [{ taxId: '123-45-67891' }, { taxId: 'resident_number_invalid' }],
    [{ kind: 'business', taxId: '123-45-67890' }, { taxId: 'business_number_invalid' }],
    [{ taxId: '900101-1234567' }, { taxId: 'tax_id_check' }],
    [{ password: 'wrong' }, { password: 'password_wrong' }],
    [{ password: undefined }, { password: 'password_required' }],
  ])('%j are refused by field', async (change, expected) => {
    const { status, body } = await enter({ ...details, ...change })
    expect(status).toBe(422)
    const codes = Object.entries(body.fields as Record<string, { code: string }>)
    expect(Object.fromEntries(codes.map(([name, { code }]) => [name, code]))).toEqual(expected)
    expect(await readOwn()).toBeNull()
    expect(await listMails()).toEqual([])
  })

  test('of dollars are an address, an IBAN with its check digits, or a number', async () => {
    const { body } = await enterDollars({})
    expect(body.payee).toMatchObject({ account: '•••• 5432', swift: 'BARCGB22', country: 'GB' })
    const paypal = await enterDollars({
      method: 'paypal',
      bank: undefined,
      account: 'Sky@Example.com',
      swift: '',
    })
    expect(paypal.body.payee).toMatchObject({
      method: 'paypal',
      bank: 'PayPal',
      bankCode: null,
      account: 's•••@example.com',
      swift: null,
      version: 2,
    })
    const plain = await enterDollars({ method: 'account', account: '1234567', swift: 'CHASUS33' })
    expect(plain.body.payee).toMatchObject({ method: 'account', account: '•••• 4567', version: 3 })
    expect(parseAccountNumber('USD', 'GB82 WEST 1234 5698 7654 33')).toBeUndefined()
    expect(parseAccountNumber('USD', '0001–2345')).toBe('00012345')
    expect((await enterDollars({ swift: 'BARC', country: '' })).body.fields).toMatchObject({
      swift: { code: 'swift_invalid' },
      country: { code: 'country_required' },
    })
    expect((await listMails()).map(({ kind }) => kind)).toHaveLength(3)
  })

  test.each([
    [{ method: undefined }, { method: 'payee_method_required' }],
    [{ method: 'paypal' }, { account: 'account_number_invalid' }],
    [{ method: 'account', account: 'GB82WEST12345698765432' }, { account: 'account_number_invalid' }],
    [{ method: 'account', account: '1234567', swift: '' }, { swift: 'swift_required' }],
    [{ swift: 'CHASUS33' }, { swift: 'swift_country' }],
    [{ bank: '' }, { bank: 'bank_required' }],
  ])('of dollars with %j are refused by field', async (change, expected) => {
    const { status, body } = await enterDollars(change)
    expect(status).toBe(422)
    const codes = Object.entries(body.fields as Record<string, { code: string }>)
    expect(Object.fromEntries(codes.map(([name, { code }]) => [name, code]))).toEqual(expected)
  })

  test.each([
    ['국민은행', '004'],
    ['KB 국민', '004'],
    ['SBI저축은행', '050'],
    ['농협', null],
    ['훅라인은행', null],
  ])('whose bank was typed as %s in the past have the code %s', async (bank, bankCode) => {
    await enter()
    const old = {
      kind: 'individual',
      name: 'Kim',
      bank,
      account: '110222333444',
      swift: null,
      country: null,
    } as const
    await queryRaw(api.db, 'update payees set details = $1', [
      await encryptDetails(testEncryption, ids.kim ?? 0, old),
    ])
    expect(await readOwn()).toMatchObject({ method: 'bank', bank, bankCode })
  })

  test('are changed a few times in ten minutes', async () => {
    for (let count = 0; count < rateLimits['payee-change']; count++) expect((await enter()).status).toBe(200)
    expect((await enter()).body.code).toBe('too_many')
  })

  test('that were encrypted with a lost key are entered again', async () => {
    await enter()
    await queryRaw(api.db, `update payees set details = '\\x01020304'`)
    expect(await readOwn()).toBeNull()
    expect((await asManager(readMemberPayee)).status).toBe(404)
    const key = { SECRET_KEY: '07'.repeat(32) }
    expect((await runOperatorWith(api.db, key, 'doctor')).text).toContain('1 payee cannot be used')
    await expect(runOperatorWith(api.db, key, 'payee', 'show', String(ids.kim))).rejects.toThrow(
      'another SECRET_KEY',
    )
    expect((await enter()).status).toBe(200)
  })

  test('are encrypted again with a new key', async () => {
    await enter()
    const keys = { SECRET_KEY: '08'.repeat(32), SECRET_KEY_OLD: '07'.repeat(32) }
    expect((await runOperatorWith(api.db, keys, 'reencrypt')).text).toContain('1 secret encrypted again')
    const { lines } = await runOperatorWith(
      api.db,
      { SECRET_KEY: keys.SECRET_KEY },
      ...['payee', 'show', String(ids.kim)],
    )
    expect(lines).toContain('account  110222333444')
  })
})

describe('a tax number', () => {
  // Its check digit is right.
  const taxId = '900101-1234568'
  const readTaxId = (body: object = { password }, who = 'boss') =>
    api.request(readMemberTaxId, { token: tokens[who] ?? '', body: { target: ids.kim, ...body } })

  test('is stored encrypted, shown masked, and stays until it is changed', async () => {
    expect((await enter({ ...details, taxId })).body.payee).toMatchObject({ taxId: '900101-1••••••' })
    expect((await listEntries()).at(-1)).toMatchObject({ detail: { after: { taxId: '(hidden)' } } })
    const stored = `${await dump()} ${JSON.stringify(await queryRaw(api.db, 'select * from payee_tax_ids'))}`
    expect(stored).toContain('900101-1••••••')
    for (const secret of ['1234568', '9001011234568']) expect(stored).not.toContain(secret)
    await enter()
    expect(await readOwn()).toMatchObject({ taxId: '900101-1••••••', version: 2 })
    await enter({ ...details, kind: 'business', taxId: '123-45-67891' })
    expect(await readOwn()).toMatchObject({ taxId: '123-45-•••••' })
    await enter()
    expect(await readOwn()).toMatchObject({ taxId: null })
  })

  test('without a check digit is taken if the person insists', async () => {
    const { body } = await enter({ ...details, taxId: '900101-1234567', taxIdChecked: true })
    expect(body.payee).toMatchObject({ taxId: '900101-1••••••' })
  })

  test('is read whole by the manager, with the password, one at a time and on record', async () => {
    expect((await readTaxId()).body.code).toBe('not_found')
    await enter({ ...details, taxId })
    expect((await asManager(readMemberPayee)).body.payee).toMatchObject({ taxId: '900101-1••••••' })
    expect((await readTaxId({ password: 'wrong' })).body.fields).toMatchObject({
      password: { code: 'password_wrong' },
    })
    expect((await readTaxId({})).status).toBe(422)
    expect((await readTaxId()).body).toMatchObject({ taxId: '9001011234568' })
    expect((await listEntries()).at(-1)).toMatchObject({
      action: 'readMemberTaxId',
      detail: { after: { shown: true } },
    })
    expect(JSON.stringify(await listEntries())).not.toContain('1234568')
    expect((await readTaxId({ password }, 'rival')).body.code).toBe('not_found')
    expect((await readTaxId({ password }, 'kim')).body.code).toBe('forbidden')
  })

  test('is read a few times in ten minutes', async () => {
    for (let count = 0; count < rateLimits['tax-id-reading']; count++) await readTaxId({ password: 'wrong' })
    expect((await readTaxId()).body.code).toBe('too_many')
  })

  test('is printed by the operator, on record, and encrypted again with a new key', async () => {
    await enter({ ...details, taxId })
    const key = { SECRET_KEY: '07'.repeat(32) }
    const id = String(ids.kim)
    expect((await runOperatorWith(api.db, key, 'payee', 'show', id)).text).not.toContain('1234568')
    expect((await runOperatorWith(api.db, key, 'payee', 'tax-id', id)).lines).toEqual([taxId])
    expect((await listEntries()).at(-1)).toMatchObject({ detail: { after: { shown: true } } })
    const keys = { SECRET_KEY: '08'.repeat(32), SECRET_KEY_OLD: '07'.repeat(32) }
    expect((await runOperatorWith(api.db, keys, 'reencrypt')).text).toContain('3 secrets encrypted again')
    const { lines } = await runOperatorWith(api.db, { SECRET_KEY: keys.SECRET_KEY }, 'payee', 'tax-id', id)
    expect(lines).toEqual([taxId])
  })
})

describe('a manager', () => {
  test('reads the whole number, each time on record, and confirms what was read', async () => {
    await enter()
    const { body } = await asManager(readMemberPayee)
    expect(body.payee).toMatchObject({ account: '110222333444', version: 1, state: 'entered' })
    expect((await asManager(confirmMemberPayee, { version: 1 })).status).toBe(200)
    expect(await readOwn()).toMatchObject({ state: 'confirmed', confirmedAt: expect.any(String) })
    expect((await asManager(confirmMemberPayee, { version: 1 })).body.code).toBe('outdated')
    expect((await listEntries()).slice(1)).toMatchObject([
      { action: 'readMemberPayee', detail: { version: 1, after: { shown: true } } },
      { action: 'confirmMemberPayee', detail: { version: 1, after: { state: 'confirmed' } } },
    ])
    await asManager(readMemberPayee)
    // Once a day.
    expect(await queryRaw(api.db, `select recipient, data from mails where kind = 'payee-read'`)).toEqual([
      { recipient: 'kim@example.test', data: { reading: 'account', nickname: expect.any(String) } },
    ])
    const { members } = await api.call(listMembers, { token: tokens.boss ?? '' })
    expect(members.map(({ payee }) => payee)).toEqual(['confirmed'])
  })

  test('does not confirm what has changed since, and a change waits again', async () => {
    await enter()
    await enter({ ...details, account: '999-888-777666' })
    for (const endpoint of [confirmMemberPayee, rejectMemberPayee])
      expect((await asManager(endpoint, { version: 1, reason: 'Wrong' })).body.code).toBe('outdated')
    await asManager(confirmMemberPayee, { version: 2 })
    await enter()
    expect(await readOwn()).toMatchObject({ state: 'entered', version: 3, confirmedAt: null })
  })

  test('rejects them with a reason that is mailed', async () => {
    await enter()
    const reject = (reason: string) => asManager(rejectMemberPayee, { version: 1, reason })
    expect((await reject('')).body.fields).toMatchObject({ reason: { code: 'reason_required' } })
    await reject('다른 사람의 계좌입니다.')
    expect(await readOwn()).toMatchObject({ state: 'rejected', reason: '다른 사람의 계좌입니다.' })
    expect((await listMails()).at(-1)).toEqual({
      kind: 'payee-rejected',
      recipient: 'kim@example.test',
      data: { reason: '다른 사람의 계좌입니다.' },
    })
    await enter()
    expect(await readOwn()).toMatchObject({ state: 'entered', reason: null })
  })

  test('finds neither their own nor other networks’ members nor people without details', async () => {
    for (const endpoint of [readMemberPayee, confirmMemberPayee, rejectMemberPayee]) {
      const body = { version: 1, reason: 'Wrong' }
      expect((await asManager(endpoint, body)).body.code).toBe('not_found')
      await enter()
      expect((await asManager(endpoint, body, 'rival')).body.code).toBe('not_found')
      expect((await asManager(endpoint, body, 'kim')).body.code).toBe('forbidden')
      expect((await asManager(endpoint, { ...body, target: ids.boss })).body.code).toBe('not_found')
      await queryRaw(api.db, 'delete from payees')
    }
  })

  test('of another network confirms again', async () => {
    await enter()
    await asManager(confirmMemberPayee, { version: 1 })
    await queryRaw(api.db, 'update accounts set network_id = $1 where id = $2', [ids.rival, ids.kim])
    expect((await asManager(confirmMemberPayee, { version: 1 }, 'rival')).status).toBe(200)
    await queryRaw(api.db, 'update accounts set network_id = $1 where id = $2', [ids.boss, ids.kim])
    const [row] = await queryRaw(api.db, 'select state from payee_states')
    expect(row).toEqual({ state: 'entered' })
  })

  test('is confirmed by the operator, who names the version', async () => {
    await enter(details, 'boss')
    expect((await listMails()).map(({ kind }) => kind)).toEqual(['payee-changed'])
    const run = (...words: string[]) =>
      runOperatorWith(api.db, { SECRET_KEY: '07'.repeat(32) }, 'payee', ...words)
    expect((await run('list', '--state', 'entered')).lines[1]).toMatch(
      /boss@example.test .*•••• 3444 +entered/,
    )
    const id = String(ids.boss)
    expect((await run('show', id)).lines).toContain('account  110222333444')
    await expect(run('confirm', id, '--version', '2')).rejects.toThrow('version 1 now')
    await run('confirm', id, '--version', '1')
    await expect(run('confirm', id, '--version', '1')).rejects.toThrow('confirmed already')
    expect(await readOwn('boss')).toMatchObject({ state: 'confirmed' })
  })
})

describe('leaving', () => {
  test.each(['withdrawing', 'being deleted'])('by %s deletes them', async (way) => {
    const email = `${way.replace(' ', '-')}@example.test`
    const [site] = await queryRaw<{ id: number }>(
      api.db,
      `select id from sites where domain = 'example.test'`,
    )
    if (!site) throw new Error('There is no site.')
    const id = await createAccount(api.db, { id: site.id } as never, email, ids.boss)
    tokens.leaver = await signIn(api, email)
    await enter({ ...details, taxId: '900101-1234568' }, 'leaver')
    if (way === 'withdrawing') await api.call(withdrawAccount, { token: tokens.leaver, body: { password } })
    else await api.call(deleteMember, { token: tokens.boss ?? '', body: { target: id, password } })
    expect(await queryRaw(api.db, 'select account_id from payees')).toEqual([])
    expect(await queryRaw(api.db, 'select account_id from payee_tax_ids')).toEqual([])
  })
})
