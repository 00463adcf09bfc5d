// @module-tag extended
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addChannel, requestReReview, verifyChannel } from '#contract/channels/channel-changes.ts'
import type { Channel } from '#contract/channels/channels.ts'
import { readFirstSteps } from '#contract/channels/first-steps.ts'
import { addDays } from '#contract/reports/calendar.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { settleVerification } from '#server/channels/lifecycle/verification.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { createAccount, createSite, insertAssignment, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import {
  buildYoutubeChannel,
  createInMemoryYoutube,
  createRecordingJobs,
} from '#tests/support/channel-fixtures.ts'
import { channelIdFor, type Fact, insertFacts, insertReports, videoIdFor } from '#tests/support/facts.ts'
import { runOperator } from '#tests/support/operator.ts'
import { insertPayee } from '#tests/support/payees.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { insertTracks, replaceClaims } from '#tests/support/tracks.ts'

const people = ['boss', 'member', 'alone', 'rival'] as const
type Person = (typeof people)[number]

let api: Api
const ids = {} as Record<Person, number>
const tokens = {} as Record<Person, string>
const recordingJobs = createRecordingJobs()
const youtube = createInMemoryYoutube()
const today = getPacificDay(new Date())
const isrc = 'KRMIM2600001'

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: recordingJobs.jobs, youtube: youtube.youtube })
  const site = await createSite(api.db)
  ids.boss = await createAccount(api.db, site, 'boss@example.test')
  ids.member = await createAccount(api.db, site, 'member@example.test', ids.boss)
  ids.alone = await createAccount(api.db, site, 'alone@example.test', undefined, false)
  ids.rival = await createAccount(api.db, site, 'rival@example.test')
  for (const person of people) tokens[person] = await signIn(api, `${person}@example.test`)
  await insertTracks(api.db, [{ isrc }])
})
afterAll(() => api.close())
beforeEach(async () => {
  await execRaw(
    api.db,
    `delete from channel_reviews; delete from channel_requests; delete from assignments; delete from channels; delete from payees;
    delete from channel_daily; delete from network_daily; delete from video_daily; delete from claims;
    delete from videos; delete from report_current; delete from report_loads; delete from rate_limit_windows`,
  )
  youtube.channels = []
  youtube.failure = null
  api.clock.now = new Date()
})

const readSteps = async (person: Person) => {
  const { steps, ...rest } = await api.call(readFirstSteps, { token: tokens[person] })
  return {
    ...rest,
    names: steps.map(({ name }) => name),
    done: steps.filter(({ done }) => done).map(({ name }) => name),
  }
}
const listDone = async (person: Person) => (await readSteps(person)).done

const body = (name: string) => ({
  link: `https://www.youtube.com/channel/${channelIdFor(name)}`,
  category: 'people' as const,
})

async function register(person: Person, name: string): Promise<Channel> {
  youtube.channels.push(buildYoutubeChannel(channelIdFor(name)))
  const { channel } = await api.call(addChannel, { token: tokens[person], body: body(name) })
  if (!channel) throw new Error('YouTube has answered')
  return channel
}

const verify = async (person: Person, { id }: Channel) => {
  await api.call(verifyChannel, { token: tokens[person], body: { id } })
  await settleVerification(api.db, id, 'verified', recordingJobs.jobs, api.clock.now)
}

const review = (name: string, ...decision: string[]) =>
  runOperator(api.db, 'channel', 'review', channelIdFor(name), ...decision)

const factOf = (name: string, day = today): Fact => ({
  day,
  channelId: channelIdFor(name),
  videoId: videoIdFor(name),
  country: 'KR',
  views: 100,
  premiumViews: 0,
  revenueMicros: 1_000,
  premiumRevenueMicros: 0,
})

/** Inserts a video whose music YouTube has recognized, before the first figures of its channel. */
async function insertUse(name: string, status = 'ACTIVE'): Promise<void> {
  await queryRaw(
    api.db,
    `insert into videos (channel_id, video_id, channel_name, title, reported_on, reported_at)
    values ($1, $2, 'One', 'A title', $3, now())`,
    [channelIdFor(name), videoIdFor(name), today],
  )
  const claim = { channelId: channelIdFor(name), videoId: videoIdFor(name), isrc, status }
  await replaceClaims(api.db, [claim], 'main', today)
}

for (const person of ['member', 'alone'] as const)
  test(`each step of a creator (${person}) is done by what happens, until there are figures`, async () => {
    expect(await readSteps(person)).toMatchObject({
      names: ['register', 'verify', 'payee', 'upload', 'figures'],
      done: [],
      channel: null,
      request: null,
      reportedTo: null,
    })
    const channel = await register(person, 'one')
    expect(await readSteps(person)).toMatchObject({
      done: ['register'],
      channel: { id: channel.id, verification: 'pending', approval: 0 },
    })
    await api.call(verifyChannel, { token: tokens[person], body: { id: channel.id } })
    expect(await readSteps(person)).toMatchObject({
      done: ['register'],
      channel: { verification: 'verifying' },
    })
    await settleVerification(api.db, channel.id, 'verified', recordingJobs.jobs, api.clock.now)
    expect(await readSteps(person)).toMatchObject({
      done: ['register'],
      channel: { verification: 'verified' },
    })
    await review('one', 'approve')
    expect(await readSteps(person)).toMatchObject({ done: ['register', 'verify'], channel: { approval: 2 } })
    await insertPayee(api.db, ids[person])
    expect(await listDone(person)).toEqual(['register', 'verify', 'payee'])
    await insertUse('one')
    expect(await listDone(person)).toEqual(['register', 'verify', 'payee', 'upload'])
    expect((await api.call(readDashboard, { token: tokens[person] })).report).toBeNull()
    await insertFacts(api.db, [factOf('one')])
    expect(await readSteps(person)).toMatchObject({
      done: ['register', 'verify', 'payee', 'upload', 'figures'],
      reportedTo: today,
    })
    expect((await api.call(readDashboard, { token: tokens[person] })).report?.totals.views).toBe(100)
  })

test('a manager’s third step is done once a member has a channel', async () => {
  const channel = await register('boss', 'one')
  await verify('boss', channel)
  await review('one', 'approve')
  expect(await readSteps('boss')).toMatchObject({
    names: ['register', 'verify', 'payee', 'assign', 'figures'],
    done: ['register', 'verify'],
  })
  await insertAssignment(api.db, channel.id, ids.member)
  expect(await listDone('boss')).toEqual(['register', 'verify', 'assign'])
  await insertFacts(api.db, [factOf('one')])
  expect(await listDone('boss')).toEqual(['register', 'verify', 'assign', 'figures'])
})

test('a decision of the operator is read with its reason, and figures go while a channel is on hold', async () => {
  const channel = await register('alone', 'one')
  await verify('alone', channel)
  await review('one', 'reject', '--reason', 'The videos are not your own.')
  expect(await readSteps('alone')).toMatchObject({
    done: ['register'],
    channel: { approval: 3, reason: 'The videos are not your own.' },
  })
  await review('one', 'approve')
  await insertFacts(api.db, [factOf('one')])
  expect(await listDone('alone')).toContain('figures')
  await review('one', 'hold', '--reason', 'Please prove your rights.')
  await refreshLists(api.db)
  expect(await readSteps('alone')).toMatchObject({
    done: ['register'],
    channel: { approval: 1, reason: 'Please prove your rights.', reReviewedAt: null },
  })
  api.clock.now = new Date(Date.now() + 73 * 3_600_000)
  await api.call(requestReReview, { token: tokens.alone, body: { id: channel.id } })
  const { channel: reviewed } = await readSteps('alone')
  expect(reviewed).toMatchObject({ approval: 0, reReviewedAt: expect.any(String) })
})

test('the channel that is closest to its figures is the one to go on with', async () => {
  const rejected = await register('alone', 'one')
  await verify('alone', rejected)
  await review('one', 'reject', '--reason', 'No.')
  const held = await register('alone', 'two')
  await verify('alone', held)
  await review('two', 'hold', '--reason', 'Wait.')
  const readId = async () => (await readSteps('alone')).channel?.id
  expect(await readId()).toBe(held.id)
  const unverified = await register('alone', 'three')
  expect(await readId()).toBe(unverified.id)
  const inReview = await register('alone', 'four')
  await verify('alone', inReview)
  expect(await readId()).toBe(inReview.id)
  const approved = await register('alone', 'five')
  await verify('alone', approved)
  await review('five', 'approve')
  expect(await readId()).toBe(approved.id)
})

test('a registration that waits for YouTube is read until there is a channel', async () => {
  youtube.failure = 'no_answer'
  await api.call(addChannel, { token: tokens.alone, body: body('late') })
  expect(await readSteps('alone')).toMatchObject({
    done: [],
    channel: null,
    request: { link: body('late').link, failure: null },
  })
  expect((await readSteps('boss')).request).toBeNull()
})

test('music without a claim that counts is no upload', async () => {
  await register('alone', 'one')
  await insertUse('one', 'INACTIVE')
  expect(await listDone('alone')).toEqual(['register'])
})

test('nothing of other people or tenants does a step, and their figures open no report', async () => {
  const channel = await register('boss', 'one')
  await verify('boss', channel)
  await review('one', 'approve')
  await insertUse('one')
  await insertFacts(api.db, [factOf('one')])
  expect(await listDone('boss')).toContain('figures')
  for (const person of ['member', 'alone', 'rival'] as const)
    expect(await readSteps(person)).toMatchObject({ done: [], channel: null, reportedTo: today })
  // A member whose own channel has no figures still waits for them, although the network has some.
  const own = await register('member', 'two')
  await verify('member', own)
  await review('two', 'approve')
  expect(await listDone('member')).toEqual(['register', 'verify'])
  const query = { period: 'month' as const }
  expect((await api.call(readDashboard, { token: tokens.member, query })).report).toBeNull()
  const chosen = { ...query, member: ids.member }
  expect((await api.call(readDashboard, { token: tokens.boss, query: chosen })).report).toBeNull()
  expect((await api.call(readDashboard, { token: tokens.boss, query })).report?.totals.views).toBe(100)
})

test('a day that is reported in part is no figure yet', async () => {
  const channel = await register('alone', 'one')
  await verify('alone', channel)
  await review('one', 'approve')
  await queryRaw(api.db, 'update channels set earns_from = $1', [addDays(today, -3)])
  await insertReports(api.db, [factOf('one')], 'main', ['activity'])
  await refreshLists(api.db)
  expect(await listDone('alone')).toEqual(['register', 'verify'])
})
