import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  addChannel,
  approval,
  assignChannel,
  deleteChannel,
  dropChannelRequest,
  requestReReview,
  unassignChannel,
  verifyChannel,
} from '#contract/channels.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { settleRequest } from '#server/channels/registration.ts'
import { type Decided, reviewChannel } from '#server/channels/review.ts'
import { settleVerification } from '#server/channels/verification.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelFlaws, notedJobs, youtubeChannel, youtubeOf } from '#tests/support/channels.ts'
import { channelNamed, putFacts, videoNamed } from '#tests/support/facts.ts'
import { assign, makeAccount, makeChannel, makeSite, password, signIn } from '#tests/support/people.ts'
import { serverUrl } from '#tests/support/server-database.ts'

let api: Api
const noted = notedJobs()
const tube = youtubeOf()
let boss: number
let member: number
const tokens: Record<string, string> = {}
/** The embedded database does one thing after the other, in few orders. */
const rounds = serverUrl ? 12 : 6
/** Days before all that people do here, and after it. */
const days = ['2026-01-05', '2099-01-05']

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: noted.jobs, youtube: tube.youtube })
  const site = await makeSite(api.db)
  boss = await makeAccount(api.db, site, 'boss@example.test')
  member = await makeAccount(api.db, site, 'member@example.test', boss)
  await makeAccount(api.db, site, 'rival@example.test')
  await makeAccount(api.db, site, 'alone@example.test', undefined, false)
  for (const name of ['boss', 'member', 'rival', 'alone'])
    tokens[name] = await signIn(api, `${name}@example.test`)
  const facts = Array.from({ length: rounds }, (_, round) => channelNamed(`round${round}`)).flatMap(
    (channelId) =>
      days.map((day) => ({
        day,
        channelId,
        videoId: videoNamed('v'),
        country: 'KR',
        views: 10,
        premiumViews: 1,
        revenueMicros: 1_000,
        premiumRevenueMicros: 100,
      })),
  )
  await putFacts(api.db, facts)
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.exec(
    'delete from channel_requests; delete from channel_reviews; delete from assignments; delete from channels; delete from channel_daily; delete from network_daily; delete from attempts',
  )
  noted.sent.length = 0
})

const call = async (who: string, endpoint: Endpoint, body: object): Promise<string> => {
  const reply = await api.call(endpoint, { token: tokens[who], body })
  return reply.status === 200 ? 'ok' : reply.body.code
}
const remove = (id: number) => call('boss', deleteChannel, { id, acknowledged: 'on', password })
const decide = (id: number, decided: Decided) => reviewChannel(api.db, id, decided, 'Because.', new Date())

interface Start {
  approval?: number
  verification?: string
}

/** Many rounds of what several people do to one channel at the same moment, begun in each order. */
async function together(
  start: Start,
  acts: (id: number, channelId: string) => (() => Promise<string>)[],
  allowed: (said: string[], id: number) => Promise<void> | void,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const channelId = channelNamed(`round${round}`)
    const id = await makeChannel(api.db, boss, channelId, { approval: 0, ...start })
    await api.db.query(
      `update channels set earns_from = null, held_at = now() - interval '100 hours' where registration_id = $1`,
      [id],
    )
    await assign(api.db, id, member)
    const all = acts(id, channelId).map((act, at) => ({ act, at }))
    if (round % 2) all.reverse()
    const said = await Promise.all(all.map(async ({ act, at }) => ({ at, said: await act() })))
    await allowed(
      said.sort((a, b) => a.at - b.at).map((one) => one.said),
      id,
    )
    expect(await channelFlaws(api.db)).toEqual([])
  }
}

const stateOf = async (id: number) =>
  (
    await api.db.query<{ approval: number; verification: string; removed: boolean; members: number }>(
      `select approval_status as approval,
        verification_status as verification,
        removed_at is not null as removed,
        (select count(*) from assignments s where s.registration_id = $1 and s.unassigned_at is null) as members
      from channels
      where registration_id = $1`,
      [id],
    )
  )[0]

test('assigned while it is deleted: it is gone, and nobody has it', () =>
  together(
    {},
    (id) => [() => remove(id), () => call('boss', assignChannel, { id, members: [member] })],
    async ([removed, assigned], id) => {
      expect(removed).toBe('ok')
      expect(['ok', 'not_found']).toContain(assigned)
      expect(await stateOf(id)).toMatchObject({ removed: true, members: 0 })
    },
  ))

test('deleted twice: once', () =>
  together(
    {},
    (id) => [() => remove(id), () => remove(id)],
    (said) => expect(said.toSorted()).toEqual(['not_found', 'ok']),
  ))

test('verified by several at once: begun once', () =>
  together(
    { verification: 'pending' },
    (id) => ['boss', 'member', 'boss', 'member'].map((who) => () => call(who, verifyChannel, { id })),
    async (said, id) => {
      expect(said).toEqual(['ok', 'ok', 'ok', 'ok'])
      expect(noted.sent.filter((job) => job[1] === id)).toEqual([['verify-channel', id]])
      expect(await stateOf(id)).toMatchObject({ verification: 'verifying' })
    },
  ))

test('verified while it is taken from the member: the member begins before or not at all', () =>
  together(
    { verification: 'pending' },
    (id) => [
      () => call('boss', unassignChannel, { id, member }),
      () => call('member', verifyChannel, { id }),
    ],
    async ([unassigned, verified], id) => {
      expect(unassigned).toBe('ok')
      const { verification } = (await stateOf(id)) ?? {}
      // The reply itself is made afterwards, when the member may no longer see the channel.
      if (verification === 'pending') expect(verified).toBe('not_found')
    },
  ))

test('approved while it is deleted: gone, and without figures', () =>
  together(
    {},
    (id) => [() => remove(id), () => decide(id, approval.approved)],
    async ([removed, decided], id) => {
      expect(removed).toBe('ok')
      expect(['done', 'gone']).toContain(decided)
      expect(await stateOf(id)).toMatchObject({ removed: true, approval: decided === 'done' ? 2 : 0 })
      expect(await api.db.query('select day from channel_daily')).toEqual([])
      expect(await api.db.query('select day from network_daily')).toEqual([])
    },
  ))

test('verification ends while it is deleted and while it is rejected', () =>
  together(
    { verification: 'verifying' },
    (id) => [
      () => remove(id),
      () => decide(id, approval.rejected),
      () => settleVerification(api.db, id, 'verified', noted.jobs).then(() => 'settled'),
    ],
    async ([removed], id) => {
      expect(removed).toBe('ok')
      expect(await stateOf(id)).toMatchObject({ removed: true, members: 0 })
    },
  ))

test('approved, held and rejected at once: the last word counts, and each is in the history', () =>
  together(
    {},
    (id) => [approval.approved, approval.held, approval.rejected].map((word) => () => decide(id, word)),
    async (said, id) => {
      expect(said).toEqual(['done', 'done', 'done'])
      const [row] = await api.db.query<{ reviews: number }>(
        'select count(*) as reviews from channel_reviews where registration_id = $1',
        [id],
      )
      expect(row?.reviews).toBe(3)
    },
  ))

test('another review is asked for by two at once: by one', () =>
  together(
    { approval: 1 },
    (id) => ['boss', 'member'].map((who) => () => call(who, requestReReview, { id })),
    async (said, id) => {
      expect(said.toSorted()).toEqual(['changed', 'ok'])
      expect(await stateOf(id)).toMatchObject({ approval: 0 })
    },
  ))

test('approved while a load of other channels is approved: every total is right', async () => {
  const ids = await Promise.all(
    Array.from({ length: rounds }, (_, round) =>
      makeChannel(api.db, boss, channelNamed(`round${round}`), { approval: 0 }),
    ),
  )
  expect(await Promise.all(ids.map((id) => decide(id, approval.approved)))).toEqual(ids.map(() => 'done'))
  await Promise.all(ids.slice(0, 5).map((id) => remove(id)))
  expect(await channelFlaws(api.db)).toEqual([])
  const [row] = await api.db.query<{ views: number }>('select sum(views)::bigint as views from network_daily')
  expect(row?.views).toBe((rounds - 5) * 10 * days.length)
})

test('added by several at once: by one', async () => {
  for (let round = 0; round < rounds; round++) {
    const found = youtubeChannel(channelNamed(`round${round}`))
    tube.channels = [found]
    const body = { link: found.channelId, category: 'people' }
    const said = await Promise.all(
      ['boss', 'member', 'rival', 'alone', 'boss'].map((who) => call(who, addChannel, body)),
    )
    expect(said.toSorted()).toEqual(['ok', 'taken', 'taken', 'taken', 'taken'])
  }
  const rows = await api.db.query('select registration_id from channels where removed_at is null')
  expect(rows).toHaveLength(rounds)
  expect(await channelFlaws(api.db)).toEqual([])
})

test('taken back while the platform answers: registered, or not at all', async () => {
  tube.trouble = 'no_answer'
  for (let round = 0; round < rounds; round++) {
    const channelId = channelNamed(`round${round}`)
    const reply = await api.call(addChannel, {
      token: tokens.member,
      body: { link: channelId, category: 'people' },
    })
    const { id } = reply.body.request
    const [dropped] = await Promise.all([
      call('member', dropChannelRequest, { id }),
      settleRequest(api.db, id, { found: youtubeChannel(channelId) }),
    ])
    const rows = await api.db.query('select registration_id from channels where channel_id = $1', [channelId])
    expect(rows).toHaveLength(dropped === 'ok' ? 0 : 1)
  }
  tube.trouble = null
  expect(await api.db.query('select id from channel_requests')).toEqual([])
})
