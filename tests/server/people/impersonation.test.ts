import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listSessions } from '#contract/people/account.ts'
import {
  endImpersonation,
  impersonateMember,
  impersonatePerson,
  impersonationMinutes,
} from '#contract/people/impersonation.ts'
import { listSecurityEvents } from '#contract/people/security-events.ts'
import { logout, readMe } from '#contract/people/session.ts'
import { anonymizeAccount } from '#server/people/credentials/accounts.ts'
import { endLostImpersonations } from '#server/people/impersonation/changes.ts'
import { grantInstallationRole } from '#server/platform/auth/installation.ts'
import { rateLimits } from '#server/platform/auth/rate-limits.ts'
import { createSession } from '#server/platform/auth/sessions.ts'
import { findSite } from '#server/platform/auth/sites.ts'
import { createAccount, createSite, createStaff, findPerson, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

let api: Api
const ids: Record<string, number> = {}
const tokens: Record<string, string> = {}
const domain = 'example.test'

beforeAll(async () => {
  api = await startApi()
  const { db } = api
  const site = await createSite(db)
  const elsewhere = await createSite(db, 'elsewhere.test')
  const network = await createAccount(db, site, 'boss@example.test')
  await queryRaw(db, `update accounts set nickname = 'Boss Network' where id = $1`, [network])
  await createAccount(db, site, 'member@example.test', network)
  for (const role of ['owner', 'manager', 'finance'] as const)
    await createStaff(db, site, `${role}@example.test`, network, [role])
  await createStaff(db, site, 'both@example.test', network, ['reader', 'member'])
  const rival = await createAccount(db, site, 'rival@example.test')
  await createAccount(db, site, 'theirs@example.test', rival)
  for (const name of ['alone', 'operator', 'auditor', 'scoped'])
    await createAccount(db, site, `${name}@example.test`, undefined, false)
  await createAccount(db, elsewhere, 'far@elsewhere.test', undefined, false)
  for (const name of ['boss', 'member', 'owner', 'manager', 'finance', 'both', 'rival', 'theirs', 'alone'])
    ids[name] = await findPerson(db, `${name}@example.test`)
  for (const name of ['operator', 'auditor', 'scoped'])
    ids[name] = await findPerson(db, `${name}@example.test`)
  ids.far = await findPerson(db, 'far@elsewhere.test', 'elsewhere.test')
  await grantInstallationRole(db, ids.operator ?? 0, 'operator')
  await grantInstallationRole(db, ids.auditor ?? 0, 'auditor', { siteIds: [site.id], owners: [] })
  await grantInstallationRole(db, ids.scoped ?? 0, 'operator', { siteIds: [elsewhere.id], owners: [] })
})
afterAll(() => api.close())
beforeEach(async () => {
  const { db, clock } = api
  clock.now = new Date('2026-11-20T10:00:00Z')
  await queryRaw(db, 'delete from sessions')
  await queryRaw(db, 'delete from mails')
  await queryRaw(db, 'delete from rate_limit_windows')
  for (const name of [
    'boss',
    'member',
    'owner',
    'manager',
    'finance',
    'rival',
    'operator',
    'auditor',
    'scoped',
  ])
    tokens[name] = (await createSession(db, ids[name] ?? 0, clock.now, '', { hasSecondFactor: true })).token
})

const ask = async (who: string, target: string, endpoint = impersonateMember) => {
  const { status, body } = await api.request(endpoint, {
    token: tokens[who] ?? '',
    body: { target: ids[target] ?? 0 },
  })
  return status === 200 ? (body as { token: string; until: string }) : [status, body.code]
}

async function start(who: string, target: string, endpoint = impersonateMember): Promise<string> {
  const reply = await ask(who, target, endpoint)
  if (Array.isArray(reply)) throw new Error(`refused: ${reply}`)
  return reply.token
}

const readProfile = async (token: string) => {
  const { status, body } = await api.request(readMe, { token })
  return status === 200 ? body.user : [status, body.code]
}

const gone = [401, 'unauthenticated']
const listEntries = () =>
  queryRaw(
    api.db,
    `select action, actor_id as by, subject_id as of from audit_log where action like '%mperson%' order by id`,
  )

describe('somebody', () => {
  test('who owns the network looks as a member who runs nothing', async () => {
    for (const who of ['boss', 'owner'])
      expect(await ask(who, 'member')).toMatchObject({ until: '2026-11-20T10:30:00.000Z' })
    for (const target of ['manager', 'both', 'theirs', 'alone', 'far', 'boss', 'operator'])
      expect([target, await ask('boss', target)]).toEqual([target, [404, 'not_found']])
    // A manager who reads no money must not read it through a member.
    for (const who of ['manager', 'finance', 'member'])
      expect(await ask(who, 'member')).toEqual([403, 'forbidden'])
    expect(await ask('rival', 'member')).toEqual([404, 'not_found'])
  })

  test('with a role on the installation looks as anybody on a site of it but others of the kind', async () => {
    for (const who of ['operator', 'auditor'])
      for (const target of ['member', 'boss', 'alone'])
        expect(await ask(who, target, impersonatePerson)).toHaveProperty('token')
    for (const target of ['auditor', 'far', 'operator'])
      expect(await ask('operator', target, impersonatePerson)).toEqual([404, 'not_found'])
    expect(await ask('scoped', 'member', impersonatePerson)).toEqual([404, 'not_found'])
    expect(await ask('boss', 'member', impersonatePerson)).toEqual([403, 'forbidden'])
    const { token } = await createSession(api.db, ids.operator ?? 0, api.clock.now)
    tokens.plain = token
    expect(await ask('plain', 'member', impersonatePerson)).toEqual([403, 'second_factor_required'])
  })

  test('who looks as another person sees what they see, and may change nothing', async () => {
    const token = await start('operator', 'boss', impersonatePerson)
    const own = (await readProfile(tokens.boss ?? '')) as { permissions: string[] }
    expect(await readProfile(token)).toEqual({
      ...own,
      permissions: own.permissions.filter((one) => one.endsWith('.read')),
      permission_flag: 0,
      is_impersonated: true,
    })
    expect(own).toMatchObject({ is_impersonated: false, permission_flag: 1 })
    tokens.within = token
    expect(await ask('within', 'member')).toEqual([403, 'impersonating'])
  })
})

test('looks are counted per account', async () => {
  for (let i = 0; i < rateLimits.impersonation; i++)
    expect(await ask('boss', 'alone')).toEqual([404, 'not_found'])
  expect(await ask('boss', 'member')).toEqual([429, 'too_many'])
  expect(await ask('owner', 'member')).toHaveProperty('token')
})

describe('the person', () => {
  test('has neither a sign-in nor a session of it', async () => {
    const before = await queryRaw(api.db, 'select last_sign_in_at from accounts where id = $1', [ids.member])
    const { sessions } = await api.call(listSessions, { token: tokens.member ?? '' })
    const { events } = await api.call(listSecurityEvents, { token: tokens.member ?? '' })
    const token = await start('boss', 'member')
    await readProfile(token)
    expect(
      await queryRaw(api.db, 'select last_sign_in_at from accounts where id = $1', [ids.member]),
    ).toEqual(before)
    expect(await api.call(listSessions, { token: tokens.member ?? '' })).toMatchObject({ sessions })
    expect(await api.call(listSecurityEvents, { token: tokens.member ?? '' })).toMatchObject({ events })
  })

  test('gets a mail a day about each who looks, unless the site wants none', async () => {
    const { db, clock } = api
    const listMails = () =>
      queryRaw(db, `select kind, recipient, data from mails where kind = 'portal-viewed' order by id`)
    await api.call(endImpersonation, { token: await start('boss', 'member') })
    const mail = {
      kind: 'portal-viewed',
      recipient: 'member@example.test',
      data: { network: 'Boss Network', at: '2026-11-20T10:00:00Z' },
    }
    expect(await listMails()).toEqual([mail])
    await api.call(endImpersonation, { token: await start('boss', 'member') })
    expect(await listMails()).toEqual([mail])
    await api.call(endImpersonation, { token: await start('owner', 'member') })
    expect(await listMails()).toEqual([mail, mail])
    clock.now = new Date('2026-11-21T10:00:00Z')
    await runOperator(db, 'site', 'set', domain, '--report-impersonation', 'off')
    await api.call(endImpersonation, { token: await start('boss', 'member') })
    expect(await listMails()).toEqual([mail, mail])
    await runOperator(db, 'site', 'set', domain, '--report-impersonation', 'on')
    await api.call(endImpersonation, { token: await start('boss', 'member') })
    expect(await listMails()).toEqual([
      mail,
      mail,
      { ...mail, data: { ...mail.data, at: '2026-11-21T10:00:00Z' } },
    ])
  })
})

describe('it ends', () => {
  test('on request, which the audit log records like its start', async () => {
    const known = (await listEntries()).length
    const token = await start('boss', 'member')
    await api.call(endImpersonation, { token })
    expect(await readProfile(token)).toEqual(gone)
    const entry = { by: ids.boss, of: String(ids.member) }
    expect((await listEntries()).slice(known)).toEqual([
      { action: 'impersonateMember', ...entry },
      { action: 'endImpersonation', ...entry },
    ])
    expect((await api.request(endImpersonation, { token: tokens.boss ?? '' })).status).toBe(404)
    expect(await readProfile(tokens.boss ?? '')).toMatchObject({ email: 'boss@example.test' })
  })

  test('when the next begins, and after half an hour, with an entry and a mail', async () => {
    const { db, clock } = api
    const first = await start('boss', 'member')
    const second = await start('boss', 'member')
    expect(await readProfile(first)).toEqual(gone)
    clock.now = new Date(clock.now.getTime() + impersonationMinutes * 60_000 - 1_000)
    expect(await readProfile(second)).toMatchObject({ email: 'member@example.test' })
    expect(await endLostImpersonations(db, clock.now)).toBe(0)
    clock.now = new Date(clock.now.getTime() + 2_000)
    expect(await readProfile(second)).toEqual(gone)
    expect(await endLostImpersonations(db, clock.now)).toBe(1)
    expect((await listEntries()).at(-1)).toEqual({
      action: 'endImpersonation',
      by: ids.boss,
      of: String(ids.member),
    })
    expect(
      await queryRaw(db, `select count(*)::integer as count from mails where kind = 'portal-viewed'`),
    ).toEqual([{ count: 1 }])
  })

  test('with the account of the person, with an entry', async () => {
    const { db, clock } = api
    const site = await findSite(db, domain)
    if (!site) throw new Error('There is no site.')
    const network = (
      await queryRaw<{ id: number }>(db, `select network_id as id from accounts where id = $1`, [ids.boss])
    )[0]
    const leaver = await createStaff(db, site, 'leaver@example.test', network?.id ?? 0, ['member'])
    const { body } = await api.request(impersonateMember, {
      token: tokens.boss ?? '',
      body: { target: leaver },
    })
    expect(await readProfile(body.token)).toHaveProperty('email')
    await db.transaction((tx) => anonymizeAccount(tx, leaver, clock.now))
    expect(await readProfile(body.token)).toEqual(gone)
    expect(await endLostImpersonations(db, clock.now)).toBe(1)
    expect((await listEntries()).at(-1)).toEqual({
      action: 'endImpersonation',
      by: ids.boss,
      of: String(leaver),
    })
  })

  test('with the session that it was started in', async () => {
    const token = await start('boss', 'member')
    await api.call(logout, { token: tokens.boss ?? '' })
    expect(await readProfile(token)).toEqual(gone)
    expect(await endLostImpersonations(api.db, api.clock.now)).toBe(1)
  })

  test.each([
    ['the role', `update accounts set roles = '{reader}' where id = $1`, 'owner'],
    ['the network of the person', 'update accounts set removed_at = now() where id = $1', 'theirs'],
  ])('when %s changes', async (_, change, id) => {
    const { db } = api
    const [who, target] = id === 'theirs' ? ['rival', 'theirs'] : ['owner', 'member']
    const token = await start(who, target)
    expect(await readProfile(token)).toHaveProperty('email')
    const [before] = await queryRaw<{ roles: string[] }>(db, 'select roles from accounts where id = $1', [
      ids[id],
    ])
    await queryRaw(db, change, [ids[id]])
    expect(await readProfile(token)).toEqual(gone)
    await queryRaw(db, 'update accounts set roles = $2, removed_at = null where id = $1', [
      ids[id],
      before?.roles,
    ])
  })

  test('when a role on the installation is taken away, or given to the person', async () => {
    const { db } = api
    const token = await start('auditor', 'alone', impersonatePerson)
    await grantInstallationRole(db, ids.alone ?? 0, 'auditor')
    expect(await readProfile(token)).toEqual(gone)
    await queryRaw(db, 'delete from installation_grants where account_id = $1', [ids.alone])
    expect(await readProfile(token)).toHaveProperty('email')
    await queryRaw(db, 'delete from installation_grants where account_id = $1', [ids.auditor])
    expect(await readProfile(token)).toEqual(gone)
  })

  test('not when the person signs in elsewhere', async () => {
    const token = await start('boss', 'member')
    await signIn(api, 'member@example.test')
    expect(await readProfile(token)).toHaveProperty('email')
  })
})
