// @module-tag extended
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { endSessions, updateAccount } from '#contract/people/account.ts'
import { changeEmail } from '#contract/people/email-links.ts'
import { listMembers } from '#contract/people/members.ts'
import {
  readSecondFactors,
  removeTotp,
  renewRecoveryCodes,
  startPasskey,
  startStepUp,
  startTotp,
} from '#contract/people/second-factor.ts'
import { logout, readMe } from '#contract/people/session.ts'
import { defineEndpoint, type Endpoint } from '#contract/platform/endpoint.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { admitHashing } from '#server/platform/auth/admitted-hasher.ts'
import { createServerCache } from '#server/platform/cache/server-cache.ts'
import { createReadLimits } from '#server/platform/http/request/read-limits.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { createLog } from '#server/platform/log.ts'
import { loadUser } from '#server/user.ts'
import { listAuditEntries, password, signIn } from '#tests/support/accounts.ts'
import { testEncryption, unavailableJobs } from '#tests/support/api.ts'
import { createTotpCode } from '#tests/support/authenticator.ts'
import { runOperator } from '#tests/support/operator.ts'
import { cheapHasher } from '#tests/support/passwords.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import {
  describeRefusal,
  domain,
  expired,
  factorRequired,
  type Person,
  startFactorApi,
} from '#tests/support/second-factor.ts'
import { execAsOwner } from '#tests/support/traces.ts'

const operatorEndpoint = defineEndpoint({
  name: 'readDesk',
  summary: 'Shows the desk.',
  method: 'GET',
  path: 'test/desk',
  access: 'alerts.read',
})

/** The web desk that uses this access level comes later. */
const registerDesk = (app: App, { db, now }: Pick<Services, 'db' | 'now'>) => {
  const services: Services = {
    db,
    log: createLog('silent'),
    now,
    behindProxy: true,
    apiUrl: '/api',
    jobs: unavailableJobs,
    passwords: admitHashing(cheapHasher),
    encryption: testEncryption,
    cache: createServerCache(db),
    readLimits: createReadLimits(Number.POSITIVE_INFINITY),
    loadUser,
    diagnose: async () => [],
  }
  route(app, services, operatorEndpoint, async () => ({}))
}

const {
  reset,
  api,
  createPerson,
  enrolTotp,
  enrolPasskey,
  requestLogin,
  startSignIn,
  answer,
  isSignedIn,
  listMail,
} = await startFactorApi(registerDesk)
afterAll(() => api.close())
beforeEach(reset)

describe('a session without the second factor of its account', () => {
  test('changes no factor until it has proved one, which replaces the session', async () => {
    const me = await createPerson()
    const older = await signIn(api, me.email)
    const { secret } = await enrolTotp(me)
    for (const endpoint of [removeTotp, startTotp, startPasskey, renewRecoveryCodes])
      expect(describeRefusal(await api.request(endpoint, { token: older, body: { password } }))).toEqual(
        factorRequired,
      )
    const { challenge } = await api.call(startStepUp, { token: older })
    if (!challenge) throw new Error('no challenge')
    const code = createTotpCode(secret, api.clock.now)
    for (const token of ['', me.token])
      expect(describeRefusal(await answer(challenge.token, { code }, { token }))).toEqual(expired)
    const { body } = await answer(challenge.token, { code }, { token: older })
    expect([await isSignedIn(older), await isSignedIn(body.token), await isSignedIn(me.token)]).toEqual([
      false,
      true,
      true,
    ])
    expect((await api.request(renewRecoveryCodes, { token: body.token, body: { password } })).status).toBe(
      200,
    )
  })

  test('changes neither password nor address, and ends no other session', async () => {
    const me = await createPerson()
    const older = await signIn(api, me.email)
    const changes: [Endpoint, object][] = [
      [changeEmail, { password, email: `new-${me.email}` }],
      [endSessions, { password }],
      [updateAccount, { password, new_password: 'another one' }],
    ]
    await enrolTotp(me)
    for (const [endpoint, body] of changes)
      expect(describeRefusal(await api.request(endpoint, { token: older, body }))).toEqual(factorRequired)
    for (const [endpoint, body] of changes)
      expect((await api.request(endpoint, { token: me.token, body })).status).toBe(200)
  })

  test('is what one becomes whose proof is older than half an hour', async () => {
    const me = await createPerson()
    const { secret } = await enrolTotp(me)
    const ask = (token: string) =>
      api.request(updateAccount, { token, body: { password, new_password: password } })
    expect((await ask(me.token)).status).toBe(200)
    api.clock.now = new Date(api.clock.now.getTime() + 31 * 60_000)
    expect(describeRefusal(await ask(me.token))).toEqual(factorRequired)
    expect((await api.call(readSecondFactors, { token: me.token })).isVerified).toBe(false)
    const { challenge } = await api.call(startStepUp, { token: me.token })
    const code = createTotpCode(secret, api.clock.now)
    const { body } = await answer(challenge?.token ?? '', { code }, { token: me.token })
    expect((await ask(body.token)).status).toBe(200)
  })
})

test('adding a factor renews the session’s token and nothing else of the session', async () => {
  const me = await createPerson()
  const before = me.token
  const readSession = () =>
    queryRaw(api.db, 'select id, created_at, expires_at from sessions where account_id = $1', [me.id])
  const session = await readSession()
  await enrolTotp(me)
  const between = me.token
  expect([await isSignedIn(before), await isSignedIn(between)]).toEqual([false, true])
  await enrolPasskey(me)
  expect([await isSignedIn(between), await isSignedIn(me.token)]).toEqual([false, true])
  expect(await readSession()).toEqual(session)
})

describe('a site that requires a second factor of managers', () => {
  const requireFactor = (state: 'on' | 'off') =>
    runOperator(api.db, 'site', 'set', domain, '--require-second-factor', state)

  test('serves a manager nothing but the enrolment before it', async () => {
    const [boss, member] = [await createPerson('manager'), await createPerson()]
    expect((await api.request(listMembers, { token: boss.token })).status).toBe(200)
    expect((await requireFactor('on')).text).toContain('managers need a second factor')
    for (const [endpoint, query] of [
      [listMembers, {}],
      [readDashboard, { period: 'latest' }],
    ] as const)
      expect(describeRefusal(await api.request(endpoint, { token: boss.token, query }))).toEqual(
        factorRequired,
      )
    expect((await api.call(readMe, { token: boss.token })).user.settings.second_factor_needed).toBe(true)
    expect((await api.call(readSecondFactors, { token: boss.token })).isRequired).toBe(true)
    const dashboard = await api.request(readDashboard, { token: member.token, query: { period: 'latest' } })
    expect(dashboard.status).toBe(200)
    const fresh = await requestLogin(boss)
    expect(describeRefusal(await api.request(listMembers, { token: fresh.body.token }))).toEqual(
      factorRequired,
    )
    await enrolTotp(boss)
    expect((await api.request(listMembers, { token: boss.token })).status).toBe(200)
    expect((await api.call(readMe, { token: boss.token })).user.settings.second_factor_needed).toBe(false)
    expect(describeRefusal(await api.request(listMembers, { token: fresh.body.token }))).toEqual(
      factorRequired,
    )
    await requireFactor('off')
    expect((await api.request(listMembers, { token: fresh.body.token })).status).toBe(200)
  })

  test('lets nobody who needs it remove the last factor', async () => {
    const boss = await createPerson('manager')
    await enrolTotp(boss)
    await requireFactor('on')
    const remove = () => api.request(removeTotp, { token: boss.token, body: { password } })
    const refused = await remove()
    expect(describeRefusal(refused)).toEqual([409, 'second_factor_last'])
    expect(refused.body.message).toContain('add another method')
    expect((await listMail()).map(({ change }) => change)).toEqual(['totp-added'])
    await enrolPasskey(boss)
    expect((await remove()).status).toBe(200)
  })

  test('asks a session of the time before for the factor as well, and a signed-out one may leave', async () => {
    const boss = await createPerson('manager')
    const older = await signIn(api, boss.email)
    await enrolTotp(boss)
    await requireFactor('on')
    expect(describeRefusal(await api.request(listMembers, { token: older }))).toEqual(factorRequired)
    expect((await api.request(logout, { token: older })).status).toBe(200)
  })
})

describe('operator access', () => {
  const ask = (token: string) => api.request(operatorEndpoint, { token })
  const run = (command: string, { email }: Person) =>
    runOperator(api.db, 'account', command, email, '--site', domain)

  test('takes the right and a session with a second factor; both can be taken away', async () => {
    const [me, boss] = [await createPerson(), await createPerson('manager')]
    expect((await ask('')).body.code).toBe('unauthenticated')
    expect((await ask(boss.token)).body.code).toBe('forbidden')
    await enrolTotp(me)
    expect((await ask(me.token)).body.code).toBe('forbidden')
    await run('grant-operator', me)
    expect((await ask(me.token)).status).toBe(200)
    expect(describeRefusal(await ask(await signIn(api, me.email)))).toEqual(factorRequired)
    const last = await api.request(removeTotp, { token: me.token, body: { password } })
    expect(last.body.code).toBe('second_factor_last')
    await run('revoke-operator', me)
    expect((await ask(me.token)).body.code).toBe('forbidden')
    expect(
      (await listAuditEntries(api.db)).filter(({ action }) => action.includes('operator')),
    ).toMatchObject([
      {
        action: 'account grant-operator',
        detail: { before: { operator: null }, after: { operator: 'everything' } },
      },
      {
        action: 'account revoke-operator',
        detail: { before: { operator: 'everything' }, after: { operator: null } },
      },
    ])
    await expect(run('revoke-operator', me)).rejects.toThrow('does not have')
  })
})

test('the operator resets the factors of somebody who lost them: sessions end, and a mail says so', async () => {
  const me = await createPerson()
  await enrolTotp(me)
  await enrolPasskey(me)
  await execAsOwner(api.db, 'delete from audit_log; delete from mails')
  const pending = await startSignIn(me)
  const run = () => runOperator(api.db, 'account', 'reset-factors', me.email, '--site', domain)
  expect((await run()).text).toBe(`second factors of ${me.email} removed, 1 session ended`)
  expect(await isSignedIn(me.token)).toBe(false)
  expect(describeRefusal(await answer(pending.token, { code: '123456' }))).toEqual(expired)
  expect((await requestLogin(me)).body.token).toBeDefined()
  expect(await listMail()).toEqual([{ recipient: me.email, change: 'reset' }])
  expect((await listAuditEntries(api.db))[0]).toMatchObject({
    action: 'account reset-factors',
    detail: {
      before: { totp: true, passkeys: 1, recoveryCodes: 10, sessions: 1 },
      after: { totp: false, passkeys: 0, recoveryCodes: 0, sessions: 0 },
    },
  })
  await expect(run()).rejects.toThrow('has no second factor')
})
