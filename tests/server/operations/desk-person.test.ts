import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readPersonCard } from '#contract/operations/desk/person-card.ts'
import { login } from '#contract/people/auth.ts'
import {
  allowPersonAttempts,
  endPersonSessions,
  mailPersonLink,
  resetPersonFactors,
} from '#contract/people/membership/person-help.ts'
import { endPersonMembership, movePerson } from '#contract/people/membership/person-network.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  listAuditEntries,
} from '#tests/support/accounts.ts'
import { createRecordingJobs } from '#tests/support/channel-fixtures.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { type Person, startFactorApi } from '#tests/support/second-factor.ts'

let on: Awaited<ReturnType<typeof startFactorApi>>
let operator: Person
let auditor: Person
let ofOtherSite: Person
let manager: Person
let otherNetwork: number
let member: number
let invited: number

async function addMember(email: string, isConfirmed: boolean): Promise<number> {
  const [row] = await queryRaw<{ id: number }>(
    on.api.db,
    `insert into accounts (site_id, network_id, email, nickname, roles, email_confirmed_at, password_hash)
    select site_id, id, $2, 'Star', '{member}', case when $3 then now() end, case when $3 then 'x' end
    from accounts where id = $1
    returning id`,
    [manager.networkId, email, isConfirmed],
  )
  return row?.id ?? 0
}

beforeAll(async () => {
  on = await startFactorApi(undefined, createRecordingJobs().jobs)
  await on.reset()
  const { db } = on.api
  await createSite(db, 'person.test')
  operator = await on.createOperator()
  auditor = await on.createOperator('--role', 'auditor')
  ofOtherSite = await on.createOperator('--for-site', 'person.test')
  manager = await on.createPerson('manager')
  otherNetwork = (await on.createPerson('manager')).networkId
})
afterAll(() => on.api.close())
beforeEach(async () => {
  const suffix = Math.random().toString(36).slice(2)
  member = await addMember(`star-${suffix}@example.test`, true)
  invited = await addMember(`invited-${suffix}@example.test`, false)
  await queryRaw(on.api.db, 'delete from rate_limit_windows')
})

const readCard = async ({ token }: Person, id = member) =>
  (await on.api.call(readPersonCard, { token, query: { id } })).person

const change = async ({ token }: Person, endpoint: Endpoint, body: object) =>
  (await on.api.request(endpoint, { token, body } as never)).status

const getLastEntry = async () => (await listAuditEntries(on.api.db)).at(-1)

describe('the card of a person', () => {
  test('has network, roles, channels, sessions and what keeps them from signing in', async () => {
    const { db } = on.api
    const channel = await createChannel(db, manager.networkId, channelIdFor('person'))
    await insertAssignment(db, channel, member)
    const card = await readCard(auditor)
    expect(card).toMatchObject({
      id: member,
      roles: ['member'],
      state: 'active',
      isMovable: true,
      causes: [],
    })
    expect(card.channels.map(({ id }) => id)).toEqual([channel])
    expect(card.networks.map(({ id }) => id)).toContain(otherNetwork)
    expect((await readCard(operator, invited)).causes).toMatchObject([{ cause: 'invitation_expired' }])
    expect((await readCard(operator, auditor.id)).grants).toEqual([
      { role: 'auditor', sites: [], owners: [] },
    ])
    expect((await readCard(operator, auditor.id)).sessions.length).toBeGreaterThan(0)
    await queryRaw(db, 'delete from assignments')
    await queryRaw(db, 'delete from channels')
  })

  test('is for roles of the site', async () => {
    const status = async ({ token }: Person) =>
      (await on.api.request(readPersonCard, { token, query: { id: member } })).status
    expect(await status(ofOtherSite)).toBe(404)
    expect(await status(manager)).toBe(403)
  })
})

describe('help with sign-in', () => {
  test('mails the invitation again, and nothing to somebody who is confirmed', async () => {
    const { db } = on.api
    await queryRaw(db, 'delete from mails')
    expect(await change(operator, mailPersonLink, { target: invited })).toBe(200)
    expect(await queryRaw(db, 'select kind from mails where account_id = $1', [invited])).toEqual([
      { kind: 'invitation' },
    ])
    expect(await getLastEntry()).toMatchObject({ action: 'mailPersonLink', detail: { before: null } })
    expect(await change(operator, mailPersonLink, { target: member })).toBe(409)
  })

  test('ends sessions and second factors of people without a role on the installation', async () => {
    const person = await on.createPerson()
    await on.enrolTotp(person)
    expect(await change(auditor, endPersonSessions, { target: person.id })).toBe(403)
    expect(await change(ofOtherSite, endPersonSessions, { target: person.id })).toBe(404)
    expect(await change(operator, endPersonSessions, { target: person.id })).toBe(200)
    expect((await readCard(operator, person.id)).sessions).toEqual([])
    expect(await change(operator, endPersonSessions, { target: person.id })).toBe(409)
    expect(await change(operator, resetPersonFactors, { target: person.id })).toBe(200)
    expect(await getLastEntry()).toMatchObject({
      action: 'resetPersonFactors',
      detail: { before: { totp: true }, after: { totp: false } },
    })
    expect(await change(operator, resetPersonFactors, { target: person.id })).toBe(409)
    expect(await change(operator, resetPersonFactors, { target: auditor.id })).toBe(403)
    expect(await change(operator, endPersonSessions, { target: auditor.id })).toBe(403)
  })

  test('lets somebody try again who was refused', async () => {
    const { db } = on.api
    expect(await change(operator, allowPersonAttempts, { target: member })).toBe(409)
    const person = await on.createPerson()
    await queryRaw(db, 'update accounts set email_confirmed_at = now() where id = $1', [person.id])
    for (let at = 0; at < 7; at++)
      await on.api.request(login, { body: { id: person.email, password: 'wrong one' } })
    const causes = (await readCard(operator, person.id)).causes.map(({ cause }) => cause)
    expect(causes).toEqual(['slowed'])
    expect(await change(operator, allowPersonAttempts, { target: person.id })).toBe(200)
    expect((await readCard(operator, person.id)).causes).toEqual([])
    expect(
      await queryRaw(
        db,
        `select kind from security_events where account_id = $1 and kind = 'attempts-allowed'`,
        [person.id],
      ),
    ).toHaveLength(1)
  })
})

describe('the network of a member', () => {
  const getDay = () => getPacificDay(on.api.clock.now)
  const findNetwork = async (id: number) =>
    (
      await queryRaw<{ network: number }>(
        on.api.db,
        'select network_id as network from accounts where id = $1',
        [id],
      )
    )[0]?.network

  test('is another one of the site from a day on, without days that are open', async () => {
    const { db } = on.api
    const move = (person: Person, body: object = {}) =>
      change(person, movePerson, { target: member, network: otherNetwork, from: getDay(), ...body })
    expect(await move(auditor)).toBe(403)
    expect(await move(ofOtherSite)).toBe(404)
    expect(await move(operator, { network: manager.networkId })).toBe(404)
    expect(await move(operator, { target: manager.id })).toBe(403)
    const channel = await createChannel(db, manager.networkId, channelIdFor('moved'))
    await insertAssignment(db, channel, member)
    await queryRaw(db, `update assignments set from_day = '2026-01-01' where account_id = $1`, [member])
    expect(await move(operator)).toBe(409)
    await queryRaw(db, 'delete from assignments where account_id = $1', [member])
    expect(await move(operator)).toBe(200)
    expect(await findNetwork(member)).toBe(otherNetwork)
    expect(await getLastEntry()).toMatchObject({
      action: 'movePerson',
      detail: { before: { network: manager.networkId }, after: { network: otherNetwork } },
    })
  })

  test('ends, and the account goes on', async () => {
    const end = (person: Person, body: object = {}) =>
      change(person, endPersonMembership, { target: member, ...body })
    expect(await end(auditor)).toBe(403)
    expect(await end(ofOtherSite)).toBe(404)
    expect(await end(operator, { until: '2999-01-01' })).toBe(422)
    expect(await end(operator)).toBe(200)
    expect(await findNetwork(member)).toBe(member)
    expect(await end(operator)).toBe(404)
  })

  test('is not changed for accounts of another site', async () => {
    const elsewhere = await createAccount(on.api.db, on.otherSite, 'elsewhere@other.test')
    expect(await change(ofOtherSite, endPersonMembership, { target: elsewhere })).toBe(404)
  })
})
