import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { login } from '#contract/people/auth.ts'
import { deleteMember, updateMember } from '#contract/people/member-management.ts'
import { endMembership } from '#contract/people/membership/membership.ts'
import {
  allowMemberAttempts,
  mailMemberConfirmation,
  readSignInHelp,
  resetMemberFactors,
} from '#contract/people/membership/sign-in-help.ts'
import { insertSuppression } from '#server/platform/mail/delivery.ts'
import {
  createAccount,
  createSite,
  createStaff,
  findPerson,
  listAuditEntries,
  password,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { requestOutcome } from '#tests/support/dated-decisions.ts'
import { runOperator } from '#tests/support/operator.ts'
import { cheapHasher } from '#tests/support/passwords.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { clearAuditLog, execAsOwner } from '#tests/support/traces.ts'

let api: Api
let token = ''
let [network, kim] = [0, 0]
const email = 'kim@example.test'
let whileHashing: (() => Promise<unknown>) | undefined
const passwords = {
  ...cheapHasher,
  async verify(given: string, hash: string | null) {
    await whileHashing?.()
    return cheapHasher.verify(given, hash)
  },
}

beforeAll(async () => {
  api = await startApi(undefined, undefined, { passwords })
})
afterAll(() => api.close())
beforeEach(async () => {
  await execAsOwner(
    api.db,
    `truncate sites, accounts, rate_limit_windows, sign_in_attempts, mails, mail_suppressions, security_events
    restart identity cascade`,
  )
  api.clock.now = new Date()
  whileHashing = undefined
  const site = await createSite(api.db)
  network = await createAccount(api.db, site, 'boss@example.test')
  kim = await createAccount(api.db, site, email, network)
  await createAccount(api.db, site, 'rival@example.test')
  await queryRaw(api.db, 'update accounts set email_confirmed_at = now()')
  token = await signIn(api, 'boss@example.test')
  await clearAuditLog(api.db)
})

const readCauses = async (target = kim) =>
  (await api.call(readSignInHelp, { token, query: { target } })).causes.map(({ cause }) => cause)
const change = (sql: string) => queryRaw(api.db, `update accounts set ${sql} where id = $1`, [kim])
const insertFactor = () =>
  queryRaw(
    api.db,
    `insert into totp_secrets (account_id, secret, last_step, created_at) values ($1, '\\x00', 0, now())`,
    [kim],
  )
const tryPassword = (wrong: string) =>
  api.request(login, { body: { id: email, password: wrong } }).then(({ status, body }) => body.code ?? status)
const countEvents = async (kind: string) =>
  (await queryRaw(api.db, 'select id from security_events where account_id = $1 and kind = $2', [kim, kind]))
    .length
const readMails = () =>
  queryRaw<{ kind: string }>(api.db, 'select kind from mails where account_id = $1 order by id', [kim])
const send = (endpoint: Parameters<typeof requestOutcome>[1], body: object = {}) =>
  requestOutcome(api, endpoint, { token, body: { target: kim, ...body } })
const run = (...words: string[]) => runOperator(api.db, 'account', ...words, '--site', 'example.test')

describe('why somebody cannot sign in', () => {
  test('is found, the most likely first', async () => {
    expect(await readCauses()).toEqual([])
    await change('password_hash = null, email_confirmed_at = null')
    expect(await readCauses()).toEqual(['invitation_expired'])
    await run('mail-link', email)
    expect(await readCauses()).toEqual(['invited'])
    await change('email_confirmed_at = now(), awaits_approval = true')
    expect(await readCauses()).toEqual(['no_password', 'waiting'])
    await change(`password_hash = 'x', email_confirmed_at = null, awaits_approval = false`)
    await insertFactor()
    await insertSuppression(api.db, email, 'bounce', new Date())
    expect(await readCauses()).toEqual(['mail_suppressed', 'unconfirmed', 'second_factor'])
    const { text } = await run('why', email)
    expect(text).toContain(
      'kim@example.test gets no mail, because mail came back. See: mail unsuppress --help',
    )
    expect(text).toContain('last sign-in: never')
  })

  test('is no missing password where a passkey signs in', async () => {
    await change('password_hash = null')
    expect(await readCauses()).toEqual(['no_password'])
    await queryRaw(
      api.db,
      `insert into passkeys (account_id, credential_id, public_key, counter, transports, name, created_at)
      values ($1, '\\x01', '\\x01', 0, '{}', 'Phone', now())`,
      [kim],
    )
    expect(await readCauses()).toEqual(['second_factor'])
  })

  test('hides from managers how staff protect their sign-in', async () => {
    await change(`roles = '{owner,member}'`)
    await insertFactor()
    expect(await readCauses()).toEqual(['second_factor'])
    await createStaff(api.db, { id: 1 } as Parameters<typeof createStaff>[1], 'staff@example.test', network, [
      'manager',
    ])
    token = await signIn(api, 'staff@example.test')
    expect(await readCauses()).toEqual([])
    await change(`roles = '{member}'`)
    expect(await readCauses()).toEqual(['second_factor'])
  })

  test('is for the people of the network only', async () => {
    token = await signIn(api, 'rival@example.test')
    expect((await api.request(readSignInHelp, { token, query: { target: kim } })).status).toBe(404)
    for (const endpoint of [mailMemberConfirmation, allowMemberAttempts, resetMemberFactors])
      expect(await send(endpoint, { password })).toEqual(['not_found'])
    token = await signIn(api, email)
    expect((await api.request(readSignInHelp, { token, query: { target: kim } })).status).toBe(403)
  })
})

describe('help', () => {
  test('is a mail to confirm the address, which only the person can follow', async () => {
    expect(await send(mailMemberConfirmation)).toEqual(['outdated'])
    await change('email_confirmed_at = null')
    expect(await send(mailMemberConfirmation)).toMatchObject({ success: true })
    expect([await readMails(), await countEvents('confirmation-requested')]).toEqual([
      [{ kind: 'confirm-email' }],
      1,
    ])
    expect(await readCauses()).toEqual(['unconfirmed'])
    expect(await listAuditEntries(api.db)).toMatchObject([{ action: 'mailMemberConfirmation' }])
    await send(mailMemberConfirmation)
    expect(await send(mailMemberConfirmation)).toEqual(['too_many'])
  })

  test('lets somebody try again who waits after wrong passwords, and forgets strangers’ guesses', async () => {
    for (let attempt = 0; attempt < 6; attempt++) await tryPassword('wrong one')
    expect(await tryPassword(password)).toBe('too_many')
    expect(await readCauses()).toEqual(['slowed'])
    await queryRaw(api.db, 'update rate_limit_windows set count = 20 where count < 20')
    expect(await readCauses()).toContain('guarded')
    expect(await send(allowMemberAttempts, { password: 'wrong' })).toEqual([
      'invalid',
      'password password_wrong',
    ])
    expect(await send(allowMemberAttempts, { password })).toMatchObject({ success: true })
    expect([await readCauses(), await countEvents('attempts-allowed')]).toEqual([[], 1])
    expect(await tryPassword(password)).toBe(200)
    expect(await listAuditEntries(api.db)).toMatchObject([
      { action: 'allowMemberAttempts', detail: { after: { refused: [] } } },
      { action: 'login' },
    ])
    expect(await send(allowMemberAttempts, { password })).toEqual(['outdated'])
  })

  test('removes lost factors with the manager’s password, ends sessions and is mailed', async () => {
    expect(await send(resetMemberFactors, { password })).toEqual(['outdated'])
    await insertFactor()
    await signIn(api, email)
    expect(await send(resetMemberFactors, { password: 'wrong' })).toEqual([
      'invalid',
      'password password_wrong',
    ])
    expect(await readCauses()).toEqual(['second_factor'])
    expect(await send(resetMemberFactors, { password })).toMatchObject({ success: true })
    expect([await readCauses(), await readMails(), await countEvents('second-factor')]).toEqual([
      ['no_password'],
      [{ kind: 'second-factor-changed' }, { kind: 'reset-password' }],
      1,
    ])
    expect(await queryRaw(api.db, 'select id from sessions where account_id = $1', [kim])).toEqual([])
    expect(await listAuditEntries(api.db)).toMatchObject([
      { action: 'resetMemberFactors', detail: { before: { totp: true, sessions: 1 } } },
    ])
  })

  test('never becomes the person: the password ends with the factors, and only the person sets another one', async () => {
    const update = { password: 'a much better one', own_password: password }
    const setPassword = () => send(updateMember, update)
    await insertFactor()
    expect(await setPassword()).toMatchObject({ success: true })
    expect(await send(resetMemberFactors, { password })).toMatchObject({ success: true })
    expect(await tryPassword('a much better one')).toBe('wrong_credentials')
    expect(await setPassword()).toEqual(['invalid', 'password password_after_reset'])
    api.clock.now = new Date(api.clock.now.getTime() + 7 * 24 * 60 * 60 * 1000)
    token = await signIn(api, 'boss@example.test')
    expect(await setPassword()).toMatchObject({ success: true })
  })

  test.each([
    ['updateMember', updateMember, { password: 'a much better one', own_password: password }],
    ['deleteMember', deleteMember, { password }],
    ['endMembership', endMembership, { password }],
    ['resetMemberFactors', resetMemberFactors, { password }],
  ])('%s ends with the role of who calls, also while the password is tested', async (_, endpoint, body) => {
    await insertFactor()
    const boss = await findPerson(api.db, 'boss@example.test')
    whileHashing = () => queryRaw(api.db, `update accounts set roles = '{reader}' where id = $1`, [boss])
    expect(await send(endpoint, body)).toEqual(['unauthenticated'])
    expect(
      await queryRaw(api.db, `select id from accounts where id = $1 and roles = '{member}'`, [kim]),
    ).toHaveLength(1)
  })

  test('never reaches somebody who runs the network or the installation', async () => {
    await insertFactor()
    await change(`roles = '{reader,member}'`)
    expect(await send(resetMemberFactors, { password })).toEqual(['forbidden'])
    expect(await send(allowMemberAttempts, { password })).toEqual(['forbidden'])
    expect(await readCauses()).toEqual(['second_factor'])
    await change(`roles = '{member}'`)
    await run('grant-operator', email)
    for (const endpoint of [resetMemberFactors, allowMemberAttempts, endMembership])
      expect(await send(endpoint, { password })).toEqual(['forbidden'])
    const update = { password: 'a much better one', own_password: password }
    expect(await send(updateMember, update)).toEqual(['forbidden'])
    const site = { id: 1 } as Parameters<typeof createStaff>[1]
    await createStaff(api.db, site, 'staff@example.test', network, ['reader'])
    const target = await findPerson(api.db, 'staff@example.test')
    expect((await api.request(readSignInHelp, { token, query: { target } })).status).toBe(404)
  })

  test('is the operator’s as well', async () => {
    expect((await run('why', email)).text).toContain('nothing is in the way')
    for (let attempt = 0; attempt < 6; attempt++) await tryPassword('wrong one')
    expect((await run('why', email)).text).toMatch(/waits after wrong passwords, until .*allow-attempts/)
    expect((await run('allow-attempts', email)).text).toBe('kim@example.test may try again')
    expect(await tryPassword(password)).toBe(200)
    await expect(run('allow-attempts', email)).rejects.toThrow('may try already')
    await change('email_confirmed_at = null')
    await run('mail-link', email)
    expect((await readMails()).at(-1)).toEqual({ kind: 'confirm-email' })
    await change(`password_hash = null, roles = '{owner,member}'`)
    await run('mail-link', email)
    expect(
      await queryRaw(api.db, `select data -> 'roles' as roles from mails where kind = 'invitation'`),
    ).toEqual([{ roles: ['owner'] }])
  })
})
