import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { releaseRegistration } from '#contract/channels/release.ts'
import { readChannelCard } from '#contract/operations/desk/channel-card.ts'
import { listBlockedPeople, searchDesk } from '#contract/operations/desk/search.ts'
import { grantInstallationRole } from '#server/platform/auth/installation.ts'
import type { Site } from '#server/platform/auth/sites.ts'
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
let ofOwner: Person
let manager: Person
let registration: number
let member: number
let elsewhere: Site

beforeAll(async () => {
  on = await startFactorApi(undefined, createRecordingJobs().jobs)
  await on.reset()
  const { db } = on.api
  elsewhere = await createSite(db, 'find.test')
  operator = await on.createOperator()
  auditor = await on.createOperator('--role', 'auditor')
  ofOtherSite = await on.createOperator('--for-site', 'find.test')
  manager = await on.createPerson('manager')
  await queryRaw(db, `update accounts set nickname = 'Moon Network' where id = $1`, [manager.networkId])
  registration = await createChannel(db, manager.networkId, channelIdFor('moon'), {
    approval: 2,
    verification: 'verified',
  })
  await queryRaw(
    db,
    `update channels set name = 'Moonlight 달빛', handle = '@moonlight', earns_from = '2026-03-01' where registration_id = $1`,
    [registration],
  )
  const [row] = await queryRaw<{ id: number }>(
    db,
    `insert into accounts (site_id, network_id, email, nickname, roles, email_confirmed_at, password_hash)
    select site_id, id, 'star@example.test', '별이', '{member}', now(), 'x' from accounts where id = $1
    returning id`,
    [manager.networkId],
  )
  member = row?.id ?? 0
  await insertAssignment(db, registration, member)
  await queryRaw(db, `update assignments set from_day = '2026-03-01'`)
  await queryRaw(
    db,
    `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-01-01', 200)`,
    [member],
  )
  await queryRaw(
    db,
    `insert into channel_owners (channel_id, owner, first_day) values ($1, 'main', '2026-03-02')`,
    [channelIdFor('moon')],
  )
  await queryRaw(
    db,
    `insert into tracks (isrc, name, artist, category) values ('KRABC2600001', 'Moon River', 'Band', 'BGM')`,
  )
  ofOwner = await on.createOperator()
  await grantInstallationRole(db, ofOwner.id, 'operator', { siteIds: [], owners: ['main'] })
})
afterAll(() => on.api.close())

const search = ({ token }: Person, q: string) => on.api.call(searchDesk, { token, query: { q } })

async function describeHits(person: Person, q: string) {
  const { kind, channels, people, networks, statements, tracks } = await search(person, q)
  return [
    kind,
    channels.items.map(({ id }) => id),
    people.items.map(({ email }) => email),
    networks.items.map(({ name }) => name),
    statements.items.map(({ number }) => number),
    tracks.items.map(({ isrc }) => isrc),
  ]
}

describe('the search', () => {
  test.each([
    ['a channel id', () => channelIdFor('moon')],
    ['a link', () => `https://www.youtube.com/channel/${channelIdFor('moon')}?x=1`],
    ['a handle', () => '@moonlight'],
    ['the beginning of a handle', () => '@moonl'],
    ['a link with a handle', () => 'youtube.com/@moonlight'],
  ])('finds a channel by %s', async (_, getText) => {
    expect(await describeHits(operator, getText())).toEqual(['channel', [registration], [], [], [], []])
  })

  test('finds everything that has the words in its name', async () => {
    expect(await describeHits(operator, 'moon')).toEqual([
      'text',
      [registration],
      [],
      ['Moon Network'],
      [],
      ['KRABC2600001'],
    ])
    expect((await search(operator, '달빛')).channels.items).toMatchObject([
      { state: 'approved', endedAt: null, site: 'example.test', network: 'Moon Network' },
    ])
  })

  test('finds people by address and nickname, and tracks by ISRC', async () => {
    expect(await describeHits(operator, 'star@example')).toEqual([
      'email',
      [],
      ['star@example.test'],
      [],
      [],
      [],
    ])
    expect((await search(operator, '별이')).people.items).toMatchObject([
      { network: 'Moon Network', roles: ['member'], state: 'active' },
    ])
    expect(await describeHits(operator, 'KR-ABC-26-00001')).toEqual([
      'isrc',
      [],
      [],
      [],
      [],
      ['KRABC2600001'],
    ])
    expect(await describeHits(operator, '202601-000001')).toEqual(['statement', [], [], [], [], []])
  })

  test('lists the people and channels of a network', async () => {
    const found = await on.api.call(searchDesk, {
      token: operator.token,
      query: { network: manager.networkId },
    })
    expect(found.channels.items.map(({ id }) => id)).toEqual([registration])
    expect(found.people.items.map(({ id }) => id)).toContain(member)
    expect(found.networks.items).toMatchObject([{ people: 2, channels: 1 }])
  })

  test('finds nothing of another site; a role for a content owner finds its channels, and nobody', async () => {
    expect(await describeHits(ofOtherSite, '별이')).toEqual(['text', [], [], [], [], []])
    expect(await describeHits(ofOtherSite, '@moonlight')).toEqual(['channel', [], [], [], [], []])
    expect(await describeHits(ofOwner, '@moonlight')).toEqual(['channel', [registration], [], [], [], []])
    expect(await describeHits(ofOwner, '별이')).toEqual(['text', [], [], [], [], []])
    expect((await on.api.request(searchDesk, { token: manager.token, query: { q: 'x' } })).status).toBe(403)
  })

  test('says when there are more than it shows', async () => {
    const { db } = on.api
    for (let at = 0; at < 21; at++) {
      const id = await createChannel(db, manager.networkId, channelIdFor(`many${at}`))
      await queryRaw(db, `update channels set name = 'Many ' || $2 where registration_id = $1`, [id, at])
    }
    const { channels } = await search(operator, 'many')
    expect([channels.items.length, channels.hasMore]).toEqual([20, true])
    await queryRaw(db, `delete from channels where name like 'Many %'`)
  })

  test('lists people whose sign-ins were blocked, of the sites of the role', async () => {
    const { db, clock } = on.api
    await queryRaw(
      db,
      `insert into security_events (account_id, kind, is_failure, user_agent, created_at)
      values ($1, 'sign-in-blocked', true, '', $2)`,
      [member, clock.now],
    )
    const list = async ({ token }: Person) =>
      (await on.api.call(listBlockedPeople, { token })).people.map(({ id }) => id)
    expect(await list(auditor)).toEqual([member])
    expect(await list(ofOtherSite)).toEqual([])
  })
})

const readCard = async ({ token }: Person) =>
  (await on.api.call(readChannelCard, { token, query: { id: registration } })).channel

describe('the card of a channel', () => {
  test('tells what was the case on which day', async () => {
    const { lanes, members, today } = await readCard(auditor)
    expect(members).toEqual([{ id: member, nickname: '별이', permille: 1000 }])
    expect(lanes.states.at(-1)).toMatchObject({ state: 'approved', until: null })
    expect(lanes.networks).toMatchObject([{ id: registration, network: 'Moon Network', until: null }])
    expect(lanes.shares).toMatchObject([
      { from: '2026-03-01', until: null, isUndecided: false, shares: [{ permille: 1000 }] },
    ])
    expect(lanes.fees).toMatchObject([{ from: '2026-03-01', until: null, permille: 200 }])
    expect(lanes.owners).toEqual([{ owner: 'main', from: '2026-03-02', until: null }])
    expect(today).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  test('names other registrations of the channel where the role reaches, and counts the others', async () => {
    const { db } = on.api
    const rival = await createAccount(db, elsewhere, 'rival@find.test')
    const other = await createChannel(db, rival, channelIdFor('moon'), {
      approval: 0,
      verification: 'pending',
    })
    expect((await readCard(operator)).registrations).toMatchObject([{ id: other, site: 'find.test' }])
    expect((await readCard(operator)).claimsElsewhere).toBe(0)
    const { registrations, claimsElsewhere } = await readCard(ofOwner)
    expect([registrations.length, claimsElsewhere]).toEqual([1, 0])
    await queryRaw(db, 'delete from channels where registration_id = $1', [other])
  })

  test('has money and people for roles of its site only', async () => {
    const card = await readCard(ofOwner)
    expect(card).toMatchObject({ isSiteVisible: false, figures: null, members: [], statements: [] })
    expect(card.lanes).toMatchObject({ shares: [], fees: [] })
    expect(card.history).toMatchObject([{ action: 'channel add', by: null }])
    const request = { token: ofOtherSite.token, query: { id: registration } }
    expect((await on.api.request(readChannelCard, request)).status).toBe(404)
    const own = { token: manager.token, query: { id: registration } }
    expect((await on.api.request(readChannelCard, own)).status).toBe(403)
  })
})

describe('a registration', () => {
  const release = async ({ token }: Person, reason = 'The owner asked.') =>
    (await on.api.request(releaseRegistration, { token, body: { id: registration, reason } })).status

  test('is released by operators within their reach, with a reason', async () => {
    expect(await release(auditor)).toBe(403)
    expect(await release(manager)).toBe(403)
    expect(await release(ofOtherSite)).toBe(404)
    expect(await release(operator, ' ')).toBe(422)
    expect((await readCard(operator)).endedAt).toBe(null)
  })

  test('that is released has ended, with a trace and mail to its people', async () => {
    const { db } = on.api
    expect(await release(operator)).toBe(200)
    const card = await readCard(operator)
    expect(card).toMatchObject({ reason: 'released', members: [], figures: null })
    expect(card.lanes.states.at(-1)).toMatchObject({ state: 'approved', until: card.today })
    expect(card.history[0]).toMatchObject({
      kind: 'change',
      action: 'registration release',
      reason: 'The owner asked.',
      by: operator.email,
    })
    expect((await listAuditEntries(db)).at(-1)).toMatchObject({
      action: 'releaseRegistration',
      detail: { reason: 'The owner asked.', closed: 'released', after: null },
    })
    expect(await queryRaw(db, `select kind from mails where kind = 'channel-released'`)).toHaveLength(2)
    expect(await release(operator)).toBe(404)
  })
})
