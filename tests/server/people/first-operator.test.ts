import { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFirstOperator } from '#contract/people/first-operator.ts'
import { addTotp, startTotp } from '#contract/people/second-factor.ts'
import { readMe } from '#contract/people/session.ts'
import { readMonthClosing } from '#contract/settlement/month-closing.ts'
import { deleteExpiredRows } from '#server/people/credentials/expiry.ts'
import { offerOperatorLink } from '#server/people/sign-in/first-operator.ts'
import { createLog } from '#server/platform/log.ts'
import { createAccount, createSite } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { expectChange } from '#tests/support/audit.ts'
import { createTotpCode } from '#tests/support/authenticator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

const domain = 'studio.example'
const strong = 'eleven quiet rivers'
const local = { behindProxy: false, exposedBy: undefined }

let api: Api
let logged = ''
beforeEach(async () => {
  logged = ''
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    logged += chunk
    done()
  }
  api = await startApi(undefined, createLog('trace', new Writable({ write })))
})
afterEach(() => api.close())

/** What a start prints. */
const offer = async (config: Parameters<typeof offerOperatorLink>[1] = local, now = api.clock.now) =>
  (await offerOperatorLink(api.db, config, now))?.(4321)

const getToken = (lines: string[] | undefined) => /#([\w-]{43})$/.exec(lines?.at(-1) ?? '')?.[1] ?? ''

const follow = (token: string, form: Record<string, string> = {}) =>
  api.request(createFirstOperator, {
    domain: '',
    body: { token, domain, email: 'kim@studio.example', password: strong, nickname: 'Kim', ...form },
  })

const selectOperators = () =>
  queryRaw(
    api.db,
    `select s.domain, a.email, a.roles, a.network_id = a.id as "isIndependent"
    from accounts a
    join sites s on s.id = a.site_id
    join installation_grants g on g.account_id = a.id
    where g.role = 'operator'`,
  )

test('the person who opens the link becomes the operator of a new site, once a second factor is there', async () => {
  const lines = await offer()
  expect(lines?.at(-1)).toMatch(/^http:\/\/localhost:4321\/setup#[\w-]{43}$/)
  const { status, body } = await follow(getToken(lines), { domain: 'WWW.Studio.Example:4321' })
  expect(status).toBe(200)
  expect(await selectOperators()).toEqual([
    { domain, email: 'kim@studio.example', roles: [], isIndependent: true },
  ])
  const session = { domain, token: body.token }
  expect((await api.call(readMe, session)).user).toMatchObject({
    email: 'kim@studio.example',
    permissions: expect.not.arrayContaining(['alerts.read']),
  })
  const closing = await api.request(readMonthClosing, { ...session, query: { month: '2026-03' } })
  expect(closing.body.code).toBe('second_factor_required')
  const { challenge, secret } = await api.call(startTotp, { ...session, body: { password: strong } })
  const { token } = await api.call(addTotp, {
    ...session,
    body: { challenge, code: createTotpCode(secret, api.clock.now) },
  })
  const { user } = await api.call(readMe, { domain, token })
  expect(user.permissions).toContain('closing.change')
  const entries = await queryRaw<{ detail: object }>(
    api.db,
    `select actor, action, subject, detail from audit_log where action = 'createFirstOperator'`,
  )
  expect(entries).toEqual([
    {
      actor: 'account',
      action: 'createFirstOperator',
      subject: 'account',
      detail: { before: null, after: { operator: 'everything', site: domain } },
    },
  ])
  expectChange(entries[0]?.detail)
  expect(await queryRaw(api.db, 'select kind, recipient from mails order by id limit 1')).toEqual([
    { kind: 'confirm-email', recipient: 'kim@studio.example' },
  ])
  expect(await offer()).toBeUndefined()
})

test('a link works once, also for two at the same moment', async () => {
  const token = getToken(await offer())
  const replies = await Promise.all(
    ['kim', 'lee', 'park'].map((name) => follow(token, { email: `${name}@studio.example` })),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 410, 410])
  expect(await selectOperators()).toHaveLength(1)
  expect(await queryRaw(api.db, 'select id from accounts')).toHaveLength(1)
  expect((await follow(token, { email: 'choi@studio.example' })).body.code).toBe('expired')
})

test('of several starts only the last one’s link works', async () => {
  const first = getToken(await offer())
  const others = (await Promise.all([offer(), offer(), offer()])).map(getToken)
  expect(new Set([first, ...others]).size).toBe(4)
  expect(await queryRaw(api.db, 'select id from operator_links')).toHaveLength(1)
  expect((await follow(first)).body.code).toBe('expired')
  const statuses = []
  for (const token of others) statuses.push((await follow(token)).status)
  expect(statuses.sort()).toEqual([200, 410, 410])
})

test('a link ends after a day', async () => {
  const token = getToken(await offer())
  api.clock.now = new Date(api.clock.now.getTime() + 24 * 60 * 60 * 1000)
  expect((await follow(token)).body.code).toBe('expired')
  await deleteExpiredRows(api.db, api.clock.now)
  expect(await queryRaw(api.db, 'select id from operator_links')).toEqual([])
})

test('what is refused leaves the link as it was', async () => {
  await createSite(api.db, domain)
  await createSite(api.db, 'other.example')
  const lines = await offer()
  expect(lines?.at(-1)).toMatch(/^https:\/\/studio\.example\/setup#/)
  const token = getToken(lines)
  expect((await follow(token, { password: 'password' })).body.fields).toMatchObject({
    password: { code: expect.stringMatching(/^password_/) },
  })
  expect((await follow(token, { domain: 'third.example' })).body.code).toBe('unknown_site')
  expect((await follow(token, { domain: 'other.example' })).status).toBe(200)
  expect(await selectOperators()).toMatchObject([{ domain: 'other.example' }])
})

test('a start offers nothing once somebody has an account, and the link of before ends with the account', async () => {
  const site = await createSite(api.db, domain)
  const token = getToken(await offer())
  await createAccount(api.db, site, 'boss@studio.example')
  expect(await offer()).toBeUndefined()
  expect((await follow(token)).body.code).toBe('expired')
  expect(await selectOperators()).toEqual([])
})

test('a server that others reach names no domain that it does not know', async () => {
  const start = async (config: Parameters<typeof offer>[0]) =>
    (await offer(config))?.at(-1)?.replace(/#.*/, '')
  expect(await start({ behindProxy: true, exposedBy: 'BEHIND_PROXY=1' })).toBe('https://<your domain>/setup')
  expect(await start({ behindProxy: false, exposedBy: 'HOST=0.0.0.0' })).toBe(
    'http://<your domain>:4321/setup',
  )
})

test('neither the log nor the database has the link', async () => {
  const token = getToken(await offer())
  await follow(token, { password: 'weak' })
  await follow('A'.repeat(43))
  await follow(token)
  expect(logged).toContain('member/operator/first')
  expect(logged).not.toContain(token)
  const tables = ['operator_links', 'audit_log', 'security_events', 'mails']
  for (const table of tables)
    expect(JSON.stringify(await queryRaw(api.db, `select t::text from ${table} t`))).not.toContain(token)
  expect(
    await queryRaw(api.db, `select is_failure from security_events where kind = 'link-refused'`),
  ).toEqual([{ is_failure: true }])
})
