// @module-tag property

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  assignChannel,
  assignChannels,
  deleteChannel,
  requestReReview,
  unassignChannel,
  unassignChannels,
  verifyChannel,
} from '#contract/channels/channel-changes.ts'
import { readChannelHistory } from '#contract/channels/channel-history.ts'
import { listChannels, readChannel } from '#contract/channels/channels.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import type { RoleHolder } from '#contract/platform/roles.ts'
import { readDeletion } from '#contract/settlement/deletions.ts'
import { setPayoutShares } from '#contract/settlement/payout-shares.ts'
import { listQuestions } from '#contract/settlement/questions/questions.ts'
import { mayCall } from '#tests/support/access.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  password,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createRecordingJobs, findBrokenChannelInvariants } from '#tests/support/channel-fixtures.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { insertTracks } from '#tests/support/tracks.ts'

let api: Api
const people = ['boss', 'rival', 'alone', 'ann', 'ben', 'cho'] as const
type Person = (typeof people)[number]
const networkByPerson: Record<Person, Person> = {
  boss: 'boss',
  rival: 'rival',
  alone: 'alone',
  ann: 'boss',
  ben: 'boss',
  cho: 'rival',
}
const ids = {} as Record<Person, number>
const tokens = {} as Record<Person, string>

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: createRecordingJobs().jobs })
  const site = await createSite(api.db)
  for (const person of people) {
    const network = networkByPerson[person]
    const own = network === person
    ids[person] = await createAccount(
      api.db,
      site,
      `${person}@example.test`,
      own ? undefined : ids[network],
      own && person !== 'alone',
    )
    tokens[person] = await signIn(api, `${person}@example.test`)
  }
  ;[music = 0] = await insertTracks(api.db, [{}])
})
afterAll(() => api.close())

/** A track that everybody sees. */
let music = 0

interface Registration {
  network: Person
  members: Person[]
  approval: number
  verification: string
  removed: boolean
}

const anyRegistrations: fc.Arbitrary<Registration[]> = fc.array(
  fc.record({
    network: fc.constantFrom<Person>('boss', 'rival', 'alone'),
    /** Includes people who have left the network: an assignment alone grants nothing. */
    members: fc.uniqueArray(fc.constantFrom<Person>('alone', 'ann', 'ben', 'cho')),
    approval: fc.constantFrom(0, 1, 3),
    verification: fc.constantFrom('pending', 'verifying', 'verified'),
    removed: fc.boolean(),
  }),
  { minLength: 1, maxLength: 3 },
)

const isManager = (person: Person) => person === 'boss' || person === 'rival'
const canSee = (person: Person, registration: Registration) =>
  !registration.removed &&
  networkByPerson[person] === registration.network &&
  (isManager(person) || registration.members.includes(person))

const getPosition = (person: Person): RoleHolder =>
  isManager(person)
    ? { roles: ['owner', 'manager'], isIndependent: false }
    : {
        roles: networkByPerson[person] === person ? [] : ['member'],
        isIndependent: networkByPerson[person] === person,
      }

const isRefused = ({ access }: Endpoint, person: Person) => !mayCall(access, getPosition(person))

/** Returns a member of the person's network. */
const getMember = (person: Person) => ids[person === 'rival' ? 'cho' : 'ann']

/** Lists every call that names a registration; those that change least come first. */
const registrationCalls: [Endpoint, (id: number, person: Person) => object][] = [
  [readChannel, (id) => ({ query: { id } })],
  [readChannelHistory, (id) => ({ query: { id } })],
  [requestReReview, (id) => ({ body: { id } })],
  [verifyChannel, (id) => ({ body: { id } })],
  [assignChannel, (id, person) => ({ body: { id, members: [getMember(person)] } })],
  [unassignChannel, (id, person) => ({ body: { id, member: getMember(person) } })],
  [assignChannels, (id, person) => ({ body: { ids: [id], members: [getMember(person)] } })],
  [unassignChannels, (id, person) => ({ body: { ids: [id], members: [getMember(person)] } })],
  [
    setPayoutShares,
    (id, person) => ({
      body: { ids: [id], fromDay: '2026-01-01', shares: [{ member: getMember(person), permille: 1_000 }] },
    }),
  ],
  [readDeletion, (id) => ({ query: { registration: id } })],
  [deleteChannel, (id) => ({ body: { id, acknowledged: 'on', password } })],
]

/** People keep their own questions about a channel that they do not see any more; nobody finds those of others. */
const reports = endpoints.filter((endpoint) => endpoint !== listQuestions)

/** Lists every report that can be limited to channels. */
const reportParameters = reports.flatMap((endpoint) => {
  const shape = (endpoint.query as unknown as { shape?: Record<string, unknown> }).shape ?? {}
  // Reports about a video are empty here for everybody, because there is none.
  const empty = 'video' in shape
  return ['channel', 'channels'].filter((key) => key in shape).map((key) => [endpoint, key, empty] as const)
})

async function insertRegistration(registration: Registration, index: number): Promise<number> {
  const id = await createChannel(
    api.db,
    ids[registration.network],
    channelIdFor(`seen${index}`),
    registration,
  )
  for (const member of registration.members) await insertAssignment(api.db, id, ids[member])
  if (registration.removed)
    await queryRaw(api.db, 'update channels set removed_at = now() where registration_id = $1', [id])
  return id
}

const snapshotChannels = () =>
  queryRaw(
    api.db,
    `select to_jsonb(c) as channel,
      (select jsonb_agg(to_jsonb(s) order by s.account_id, s.assigned_at) from assignments s
        where s.registration_id = c.registration_id) as assignments,
      (select count(*) from channel_reviews r where r.registration_id = c.registration_id) as reviews
    from channels c
    order by c.registration_id`,
  )

test('the reports that take a channel are known', () => {
  expect(reportParameters.map(([endpoint]) => endpoint.name)).toEqual(
    expect.arrayContaining(['listVideos', 'readChannelSeries', 'exportVideos']),
  )
  const named = endpoints.filter(({ path }) => path.startsWith('v2/mcn/channel'))
  const known = new Set([
    ...registrationCalls.map(([{ name }]) => name),
    'listChannels',
    'exportRegistrations',
    'readRegistration',
    'readPayoutShares',
    'streamChannelChanges',
  ])
  // These take a link, a file, or the caller's own request or closed registration.
  for (const name of [
    ...['findChannel', 'addChannel', 'cancelChannelRequest', 'dismissClosedChannel'],
    'importShares',
  ])
    known.add(name)
  expect(named.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})

test.each([2 ** 31, 2 ** 53 - 1])(
  'no channel is assigned to the id %s, which nobody can have',
  async (member) => {
    const { body } = await api.request(listChannels, { token: tokens.boss, query: { member } })
    expect(body).toMatchObject({ success: true, total: 0, channels: [] })
  },
)

test('nobody sees or touches a channel that is somebody else’s, by any call', async () => {
  await fc.assert(
    fc.asyncProperty(anyRegistrations, async (all) => {
      await execRaw(
        api.db,
        'delete from channel_reviews; delete from assignments; delete from channels; delete from rate_limit_windows',
      )
      const registrations: number[] = []
      for (const [at, one] of all.entries()) registrations.push(await insertRegistration(one, at))
      for (const person of people) {
        const token = tokens[person]
        const { channels, total } = await api.call(listChannels, { token })
        const visible = registrations.filter((_, at) => canSee(person, all[at] as Registration))
        expect(channels.map(({ id }) => id).sort((a, b) => a - b)).toEqual(visible)
        expect(total).toBe(visible.length)
        for (const [at, one] of all.entries()) {
          const own = canSee(person, one)
          const channelId = channelIdFor(`seen${at}`)
          for (const [endpoint, key, empty] of reportParameters) {
            const video = 'x'.repeat(11)
            const videos = `${channelId}:${video}`
            const query = { [key]: channelId, period: 'month', video, videos, music }
            const { body } = await api.request(endpoint, { token, query })
            const isForbidden = isRefused(endpoint, person)
            const narrowed = body?.code !== (isForbidden ? 'forbidden' : 'not_found')
            expect([endpoint.name, person, narrowed]).toEqual([
              endpoint.name,
              person,
              own && !empty && !isForbidden,
            ])
          }
          if (own) continue
          const before = await snapshotChannels()
          for (const [endpoint, call] of registrationCalls) {
            const { body } = await api.request(endpoint, { token, ...call(registrations[at] ?? 0, person) })
            const refusal = isRefused(endpoint, person) ? 'forbidden' : 'not_found'
            expect([endpoint.name, person, body.code]).toEqual([endpoint.name, person, refusal])
          }
          expect(await snapshotChannels()).toEqual(before)
        }
      }
    }),
    { numRuns: propertyRuns(12) },
  )
  await execRaw(api.db, 'delete from assignments; delete from channels')
  expect(await findBrokenChannelInvariants(api.db)).toEqual([])
})
