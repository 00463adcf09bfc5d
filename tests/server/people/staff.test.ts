import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { login } from '#contract/people/auth.ts'
import { followEmailLink } from '#contract/people/email-links.ts'
import { addMember } from '#contract/people/member-management.ts'
import {
  changeStaffRoles,
  handOverNetwork,
  inviteStaff,
  readStaff,
  removeStaff,
  resendStaffInvitation,
  updateNetwork,
} from '#contract/people/membership/staff.ts'
import { readMe } from '#contract/people/session.ts'
import { confirmationMinutes } from '#contract/platform/endpoint.ts'
import type { StaffRole } from '#contract/platform/roles.ts'
import { readMonths } from '#contract/settlement/months.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import {
  createAccount,
  createSite,
  createStaff,
  findPerson,
  password,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { issueMailLink } from '#tests/support/mails.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { execAsOwner } from '#tests/support/traces.ts'

let api: Api
let site: Site
let network: number
let owner: string
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await execAsOwner(
    api.db,
    'truncate sites, accounts, audit_log, rate_limit_windows restart identity cascade',
  )
  site = await createSite(api.db)
  network = await createAccount(api.db, site, 'boss@example.test')
  owner = await signIn(api, 'boss@example.test')
})

const invitation = { email: 'kim@example.test', nickname: 'Kim', roles: ['finance' as const] }
const newPassword = 'a much better one'

const listMails = (email: string) =>
  queryRaw<{ id: number; kind: string; data: object }>(
    api.db,
    'select id, kind, data from mails where recipient = $1 order by id',
    [email],
  )

const readRoles = async (token = owner) =>
  Object.fromEntries((await api.call(readStaff, { token })).staff.map(({ email, roles }) => [email, roles]))

async function createProvedStaff(roles: readonly StaffRole[]): Promise<number> {
  const id = await createStaff(api.db, site, 'kim@example.test', network, roles)
  await queryRaw(api.db, 'update accounts set email_confirmed_at = now() where id = $1', [id])
  return id
}

async function acceptInvitation(email: string): Promise<string> {
  const mail = (await listMails(email)).findLast(({ kind }) => kind === 'invitation')
  const token = await issueMailLink(api.db, mail?.id ?? 0)
  const { token: session } = await api.call(followEmailLink, { body: { token, newPassword } })
  return session ?? ''
}

describe('an invitation', () => {
  test('gives a new person their roles once they accept it, and never the password of others', async () => {
    const { person } = await api.call(inviteStaff, { token: owner, body: invitation })
    expect(person).toMatchObject({
      email: 'kim@example.test',
      roles: ['finance'],
      state: 'invited',
      own: false,
    })
    expect(await listMails('kim@example.test')).toMatchObject([
      { kind: 'invitation', data: { network: 'boss', roles: ['finance'] } },
    ])
    const kim = await acceptInvitation('kim@example.test')
    const { user } = await api.call(readMe, { token: kim })
    expect(user.permissions).toContain('money.change')
    expect(user.permissions).not.toContain('channels.change')
    await api.call(readMonths, { token: kim })
    const { staff } = await api.call(readStaff, { token: kim })
    expect(staff.map(({ email, state, own }) => [email, state, own])).toEqual([
      ['boss@example.test', 'unconfirmed', false],
      ['kim@example.test', 'active', true],
    ])
    // Who signs in with a second factor is for those who decide about roles.
    expect(staff.every((one) => one.hasSecondFactor === undefined)).toBe(true)
  })

  test('must not have a password that is easily guessed', async () => {
    await api.call(inviteStaff, { token: owner, body: invitation })
    const [mail] = await listMails('kim@example.test')
    const token = await issueMailLink(api.db, mail?.id ?? 0)
    const { status, body } = await api.request(followEmailLink, { body: { token, newPassword: 'password' } })
    expect([status, body.fields?.newPassword?.code]).toEqual([422, 'password_common'])
  })

  test('gives a member the roles at once, but not the manager who knows the member’s password', async () => {
    const member = await createAccount(api.db, site, 'lee@example.test', network)
    await queryRaw(api.db, 'update accounts set email_confirmed_at = now() where id = $1', [member])
    const session = await signIn(api, 'lee@example.test')
    const body = { email: 'lee@example.test', nickname: 'Ignored', roles: ['reviewer' as const] }
    const { person } = await api.call(inviteStaff, { token: owner, body })
    expect(person).toMatchObject({ id: member, nickname: 'lee', roles: ['reviewer'], isMember: true })
    expect((await api.request(readMe, { token: session })).status).toBe(401)
    expect((await api.request(login, { body: { id: 'lee@example.test', password } })).status).toBe(401)
    const lee = await acceptInvitation('lee@example.test')
    expect((await api.call(readMe, { token: lee })).user.permissions).toContain('channels.assign')
  })

  test('of a member whose address nobody has proved ends all that signs in, factors included', async () => {
    const member = await createAccount(api.db, site, 'cfo@example.test', network)
    await queryRaw(
      api.db,
      `insert into passkeys (account_id, credential_id, public_key, counter, name, created_at)
      values ($1, 'a', 'a', 0, 'Planted', now())`,
      [member],
    )
    const body = { email: 'cfo@example.test', nickname: 'CFO', roles: ['owner' as const] }
    const { person } = await api.call(inviteStaff, { token: owner, body })
    expect(person).toMatchObject({ state: 'invited', hasSecondFactor: false })
    // Nobody can be handed the network before the address is proved.
    const { body: early } = await api.request(handOverNetwork, {
      token: owner,
      body: { target: member, keep: [] },
    })
    expect(early.code).toBe('outdated')
    await acceptInvitation('cfo@example.test')
    await api.call(handOverNetwork, { token: owner, body: { target: member, keep: ['reader'] } })
  })

  test('is refused for an address that belongs to somebody else, who notices nothing', async () => {
    const rival = await createAccount(api.db, site, 'rival@example.test')
    await createAccount(api.db, site, 'lone@example.test', rival)
    for (const email of ['rival', 'lone', 'boss'].map((name) => `${name}@example.test`)) {
      const { status, body } = await api.request(inviteStaff, {
        token: owner,
        body: { ...invitation, email },
      })
      expect([email, status, body.fields?.email?.code]).toEqual([email, 409, 'email_taken'])
      expect(await listMails(email)).toEqual([])
    }
  })

  test('asks for a role, and takes only those of the table', async () => {
    const request = (roles: string[]) =>
      api.request(inviteStaff, { token: owner, body: { ...invitation, roles } as typeof invitation })
    expect((await request([])).body.fields?.roles?.code).toBe('roles_required')
    expect((await request(['member'])).status).toBe(422)
    expect((await request(['finance', 'finance', 'reader'])).body).toMatchObject({
      person: { roles: ['finance', 'reader'] },
    })
  })

  test('is sent again until it is accepted, and canceled as if it had never been', async () => {
    const { person } = await api.call(inviteStaff, { token: owner, body: invitation })
    await api.call(resendStaffInvitation, { token: owner, body: { target: person.id } })
    expect((await listMails('kim@example.test')).map(({ kind }) => kind)).toEqual([
      'invitation',
      'invitation',
    ])
    await api.call(removeStaff, { token: owner, body: { target: person.id } })
    expect(await readRoles()).toEqual({ 'boss@example.test': ['owner', 'manager'] })
    // The address is free again.
    const again = await api.call(inviteStaff, { token: owner, body: invitation })
    await acceptInvitation('kim@example.test')
    const { status, body } = await api.request(resendStaffInvitation, {
      token: owner,
      body: { target: again.person.id },
    })
    expect([status, body.code]).toEqual([409, 'outdated'])
  })

  test('of a member names the network, not the person who invites', async () => {
    await api.call(updateNetwork, { token: owner, body: { name: 'Studio', contact: 'hi@example.test' } })
    await api.call(addMember, { token: owner, body: { user_id: 'new@example.test', nickname: 'New' } })
    expect(await listMails('new@example.test')).toMatchObject([{ data: { network: 'Studio' } }])
  })
})

describe('roles', () => {
  test('change at once, also for sessions that are open', async () => {
    const kim = await createStaff(api.db, site, 'kim@example.test', network, ['reader'])
    const token = await signIn(api, 'kim@example.test')
    await api.call(readMonths, { token })
    await api.call(changeStaffRoles, { token: owner, body: { target: kim, roles: ['reviewer'] } })
    expect((await api.request(readMonths, { token })).body.code).toBe('forbidden')
    expect((await api.call(readMe, { token })).user.permissions).toContain('channels.assign')
    expect(await listMails('kim@example.test')).toMatchObject([
      { kind: 'roles-changed', data: { network: 'boss', roles: ['reviewer'] } },
    ])
    // The same once more is no change.
    await api.call(changeStaffRoles, { token: owner, body: { target: kim, roles: ['reviewer'] } })
    expect(await listMails('kim@example.test')).toHaveLength(1)
  })

  test('end without a trace of the work: a member stays one, others keep an account without a network', async () => {
    const kim = await createStaff(api.db, site, 'kim@example.test', network, ['reader'])
    const lee = await createStaff(api.db, site, 'lee@example.test', network, ['finance', 'member'])
    const tokens = [await signIn(api, 'kim@example.test'), await signIn(api, 'lee@example.test')]
    for (const target of [kim, lee]) await api.call(removeStaff, { token: owner, body: { target } })
    const rows = await queryRaw(
      api.db,
      `select roles, network_id as network from accounts where id = any($1) order by id`,
      [[kim, lee]],
    )
    expect(rows).toEqual([
      { roles: [], network: kim },
      { roles: ['member'], network },
    ])
    for (const token of tokens) expect((await api.request(readStaff, { token })).body.code).toBe('forbidden')
  })

  test('of the last owner stay; an invited owner is none yet', async () => {
    const self = await findPerson(api.db, 'boss@example.test')
    await api.call(inviteStaff, { token: owner, body: { ...invitation, roles: ['owner'] } })
    const attempts = [
      api.request(changeStaffRoles, { token: owner, body: { target: self, roles: ['manager'] } }),
      api.request(removeStaff, { token: owner, body: { target: self } }),
    ]
    for (const { status, body } of await Promise.all(attempts))
      expect([status, body.code]).toEqual([409, 'last_owner'])
    await acceptInvitation('kim@example.test')
    await api.call(removeStaff, { token: owner, body: { target: self } })
    expect((await api.request(readStaff, { token: owner })).body.code).toBe('forbidden')
  })

  test('of two owners who remove each other at once: one stays', async () => {
    const kim = await createStaff(api.db, site, 'kim@example.test', network, ['owner'])
    const self = await findPerson(api.db, 'boss@example.test')
    const other = await signIn(api, 'kim@example.test')
    const replies = await Promise.all([
      api.request(removeStaff, { token: owner, body: { target: kim } }),
      api.request(removeStaff, { token: other, body: { target: self } }),
    ])
    expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    const owners = await queryRaw(
      api.db,
      `select id from accounts where network_id = $1 and 'owner' = any(roles) and removed_at is null`,
      [network],
    )
    expect(owners).toHaveLength(1)
  })
})

describe('handing over', () => {
  test('makes somebody else the owner in one step, and leaves what the caller keeps', async () => {
    const kim = await createProvedStaff(['finance'])
    await api.call(handOverNetwork, { token: owner, body: { target: kim, keep: ['reader'] } })
    expect(await readRoles()).toEqual({
      'kim@example.test': ['owner', 'finance'],
      'boss@example.test': ['reader'],
    })
    const { status, body } = await api.request(inviteStaff, { token: owner, body: invitation })
    expect([status, body.code]).toEqual([403, 'forbidden'])
  })

  test('takes the caller out of the network if nothing is kept; figures and members stay', async () => {
    await createAccount(api.db, site, 'member@example.test', network)
    const kim = await createProvedStaff(['manager'])
    await api.call(handOverNetwork, { token: owner, body: { target: kim, keep: [] } })
    const { user } = await api.call(readMe, { token: owner })
    expect(user.permissions).not.toContain('staff.read')
    const members = await queryRaw(
      api.db,
      `select count(*)::integer as count from accounts where network_id = $1 and 'member' = any(roles)`,
      [network],
    )
    expect(members).toEqual([{ count: 1 }])
  })

  test('waits until the successor has accepted the invitation, and is not to oneself', async () => {
    const { person } = await api.call(inviteStaff, { token: owner, body: invitation })
    const self = await findPerson(api.db, 'boss@example.test')
    const codes = await Promise.all(
      [person.id, self].map(async (target) => {
        const { body } = await api.request(handOverNetwork, { token: owner, body: { target, keep: [] } })
        return body.code
      }),
    )
    expect(codes).toEqual(['outdated', 'not_found'])
  })
})

test('the name and contact of the network change, but the name is not one of the operator’s', async () => {
  await api.call(updateNetwork, { token: owner, body: { name: site.name, contact: 'hi@example.test' } })
  const { network: named } = await api.call(readStaff, { token: owner })
  expect(named).toEqual({ name: site.name, contact: 'hi@example.test' })
  const { body } = await api.request(updateNetwork, {
    token: owner,
    body: { name: '운영자', contact: 'hi@example.test' },
  })
  expect(body.fields?.name?.code).toBe('nickname_reserved')
})

test('decisions ask who it is, once the sign-in is a while ago', async () => {
  const { now } = api.clock
  api.clock.now = new Date(now.getTime() + (confirmationMinutes + 1) * 60_000)
  const { status, body } = await api.request(inviteStaff, { token: owner, body: invitation })
  expect([status, body.code]).toEqual([403, 'confirmation_required'])
  api.clock.now = now
})
