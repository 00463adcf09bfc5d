// @module-tag extended
// @module-tag adapter
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  addChannel,
  assignChannel,
  deleteChannel,
  unassignChannel,
} from '#contract/channels/channel-changes.ts'
import { updateAccount, withdrawAccount } from '#contract/people/account.ts'
import { join, login } from '#contract/people/auth.ts'
import { addMember, deleteMember, updateMember } from '#contract/people/member-management.ts'
import { readMe } from '#contract/people/session.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { settleRequest } from '#server/channels/lifecycle/registration.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  password,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import {
  buildYoutubeChannel,
  createInMemoryYoutube,
  createRecordingJobs,
  findBrokenChannelInvariants,
} from '#tests/support/channel-fixtures.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { postgresUrl } from '#tests/support/postgres-database.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'

let api: Api
let site: Site
let managerId: number
let token: string
const youtube = createInMemoryYoutube()
/** The embedded database runs one transaction at a time, in few orders. */
const rounds = postgresUrl ? 10 : 4

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: createRecordingJobs().jobs, youtube: youtube.youtube })
  site = await createSite(api.db)
  managerId = await createAccount(api.db, site, 'boss@example.test')
  token = await signIn(api, 'boss@example.test')
})
afterAll(() => api.close())
beforeEach(async () => {
  await execRaw(
    api.db,
    'delete from rate_limit_windows; delete from channel_requests; delete from assignments; delete from channels',
  )
  Object.assign(youtube, { channels: [], failure: null })
})

let memberCount = 0
async function createMember(networkId: number | undefined = managerId) {
  const email = `member${++memberCount}@example.test`
  const id = await createAccount(api.db, site, email, networkId, false)
  return { id, email, token: await signIn(api, email) }
}
const tryCall = async (endpoint: Endpoint, body: object, callerToken = token): Promise<string> => {
  const response = await api.request(endpoint, { token: callerToken, body })
  return response.status === 200 ? 'ok' : response.body.code
}
const tryRemove = (target: number) => tryCall(deleteMember, { target, password })

/** Runs many rounds of concurrent calls, started in each order. @returns their outcomes, in the given order */
async function runConcurrently(round: number, ...actions: (() => Promise<string>)[]): Promise<string[]> {
  const indexedActions = actions.map((act, at) => ({ act, at }))
  if (round % 2) indexedActions.reverse()
  const replies = await Promise.all(indexedActions.map(async ({ act, at }) => ({ at, said: await act() })))
  const outcomes = replies.sort((a, b) => a.at - b.at).map((one) => one.said)
  expect(outcomes).not.toContain('internal')
  return outcomes
}

/** Checks invariants that hold for people whatever anybody did. */
async function findBrokenAccountInvariants(): Promise<unknown[]> {
  const flaws = await queryRaw(
    api.db,
    `select 'has left and is signed in' as flaw from sessions s join accounts a on a.id = s.account_id where a.removed_at is not null
    union all
    select 'has left and has a channel' from assignments s join accounts a on a.id = s.account_id where a.removed_at is not null and s.unassigned_at is null
    union all
    select 'has left and waits for a channel' from channel_requests r join accounts a on a.id = r.account_id where a.removed_at is not null
    union all
    select 'has left and is known' from accounts where removed_at is not null and concat(email, nickname, password_hash, channel_url) <> ''
    union all
    select 'has left and is asked for codes' from sign_in_codes c join accounts a on a.id = c.account_id where a.removed_at is not null
    union all
    select 'has a network that has left' from accounts a join accounts n on n.id = a.network_id where n.removed_at is not null and a.removed_at is null
    union all
    select 'is a channel of a network that has left' from channels c join accounts n on n.id = c.network_id where n.removed_at is not null and c.removed_at is null
    union all
    select 'is the default and has left' from sites s join accounts n on n.id = s.default_network_id where n.removed_at is not null`,
  )
  await queryRaw(api.db, 'update channels set approved_at = registered_at where approval_status = 2')
  return [...flaws, ...(await findBrokenChannelInvariants(api.db))]
}

test('removed and signed in at once: nobody is left signed in', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id, email } = await createMember()
    const enter = () => tryCall(login, { id: email, password }, '')
    const [removed, ...entered] = await runConcurrently(round, () => tryRemove(id), enter, enter)
    expect(removed).toBe('ok')
    for (const one of entered) expect(['ok', 'wrong_credentials']).toContain(one)
    expect(await findBrokenAccountInvariants()).toEqual([])
  }
})

test('removed twice at once: once', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id } = await createMember()
    expect(
      (
        await runConcurrently(
          round,
          () => tryRemove(id),
          () => tryRemove(id),
        )
      ).sort(),
    ).toEqual(['not_found', 'ok'])
  }
})

test('removed and withdrawn at once: once', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id, token: theirs } = await createMember()
    const [removed, left] = await runConcurrently(
      round,
      () => tryRemove(id),
      () => tryCall(withdrawAccount, { password }, theirs),
    )
    if (removed === 'ok') expect(left).toBe('unauthenticated')
    else expect([removed, left]).toEqual(['not_found', 'ok'])
    expect(await findBrokenAccountInvariants()).toEqual([])
  }
})

test('fees at once: one of them counts today', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id } = await createMember()
    const fees = [10, 20.5, 30, 0]
    const replies = await runConcurrently(
      round,
      ...fees.map((fee_rate) => () => tryCall(updateMember, { target: id, fee_rate })),
    )
    expect(replies).toEqual(['ok', 'ok', 'ok', 'ok'])
    const rows = await queryRaw<{ permille: number }>(
      api.db,
      'select permille from fee_rates where account_id = $1 order by from_day',
      [id],
    )
    // The first one counts from the beginning, the others from today.
    expect([1, 2]).toContain(rows.length)
    expect(fees).toContain((rows.at(-1)?.permille ?? -1) / 10)
  }
})

test('one email given to several members at once: to one of them, and joining is no way around', async () => {
  for (let round = 0; round < rounds; round++) {
    const email = `twice${round}@example.test`
    const body = { user_id: email, password: 'secret', nickname: 'twice' }
    const add = () => tryCall(addMember, body)
    const replies = await runConcurrently(round, add, add, add, () =>
      tryCall(join, { email: email.toUpperCase(), password: 'secret', nickname: 'twice' }, ''),
    )
    expect(replies.sort()).toEqual(['ok', 'taken', 'taken', 'taken'])
  }
})

test('another password and signing in at once: nobody is in by the old one afterwards', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id, email } = await createMember()
    const enter = () => tryCall(login, { id: email, password }, '')
    const [changed] = await runConcurrently(
      round,
      () => tryCall(updateMember, { target: id, password: 'another', own_password: password }),
      enter,
      enter,
    )
    expect(changed).toBe('ok')
    expect(await queryRaw(api.db, 'select id from sessions where account_id = $1', [id])).toEqual([])
  }
})

test('two who change the password with the same one at once: one', async () => {
  for (let round = 0; round < rounds; round++) {
    const { email, token: theirs } = await createMember()
    const second = await signIn(api, email)
    const change = (by: string, next: string) => () =>
      tryCall(updateAccount, { password, new_password: next }, by)
    const replies = await runConcurrently(round, change(theirs, 'first'), change(second, 'second'))
    expect(replies.filter((one) => one === 'ok')).toHaveLength(1)
    for (const [at, next] of ['first', 'second'].entries())
      expect((await tryCall(login, { id: email, password: next }, '')) === 'ok').toBe(replies[at] === 'ok')
  }
})

test('removed while channels are given, taken and deleted: nothing is left with nobody', async () => {
  for (let round = 0; round < rounds; round++) {
    const [one, two] = [await createMember(), await createMember()]
    const channels = []
    for (const word of ['a', 'b', 'c'])
      channels.push(await createChannel(api.db, managerId, channelIdFor(`${word}${round}`)))
    for (const id of channels) for (const person of [one, two]) await insertAssignment(api.db, id, person.id)
    const fresh = await createChannel(api.db, managerId, channelIdFor(`d${round}`))
    const [a = 0, b = 0, c = 0] = channels
    const replies = await runConcurrently(
      round,
      () => tryRemove(one.id),
      () => tryRemove(two.id),
      () => tryCall(assignChannel, { id: fresh, members: [two.id, one.id] }),
      () => tryCall(deleteChannel, { id: a, acknowledged: 'on', password }),
      () => tryCall(deleteChannel, { id: c, acknowledged: 'on', password }),
      () => tryCall(unassignChannel, { id: b, member: one.id }),
    )
    expect([replies[0], replies[1], replies[3], replies[4]]).toEqual(['ok', 'ok', 'ok', 'ok'])
    for (const reply of [replies[2], replies[5]]) expect(['ok', 'not_found']).toContain(reply)
    expect(await findBrokenAccountInvariants()).toEqual([])
  }
})

test('removed while a channel is added, by the person or by the platform’s answer', async () => {
  for (let round = 0; round < rounds; round++) {
    const [now, later] = [channelIdFor(`now${round}`), channelIdFor(`later${round}`)]
    const { id, token: theirs } = await createMember()
    youtube.failure = 'no_answer'
    const { request } = (
      await api.request(addChannel, { token: theirs, body: { link: later, category: 'people' } })
    ).body
    Object.assign(youtube, { channels: [buildYoutubeChannel(now)], failure: null })
    const [removed, added] = await runConcurrently(
      round,
      () => tryRemove(id),
      () => tryCall(addChannel, { link: now, category: 'people' }, theirs),
      () =>
        settleRequest(api.db, request.id, { found: buildYoutubeChannel(later) }, new Date()).then(
          () => 'settled',
        ),
    )
    expect(removed).toBe('ok')
    // The reply is built afterwards, when the person may have left.
    expect(['ok', 'unauthenticated', 'not_found']).toContain(added)
    expect(await findBrokenAccountInvariants()).toEqual([])
  }
})

test('who stands alone withdraws while a channel is added: there is none left', async () => {
  for (let round = 0; round < rounds; round++) {
    const email = `alone${++memberCount}@example.test`
    const id = await createAccount(api.db, site, email, undefined, false)
    const theirs = await signIn(api, email)
    await createChannel(api.db, id, channelIdFor(`old${round}`))
    youtube.channels = [buildYoutubeChannel(channelIdFor(`new${round}`))]
    const [left] = await runConcurrently(
      round,
      () => tryCall(withdrawAccount, { password }, theirs),
      () => tryCall(addChannel, { link: channelIdFor(`new${round}`), category: 'people' }, theirs),
    )
    expect(left).toBe('ok')
    expect(await findBrokenAccountInvariants()).toEqual([])
  }
})

test('a manager withdraws while somebody joins, is made or adds a channel: never from under them', async () => {
  for (let round = 0; round < rounds; round++) {
    const email = `owner${++memberCount}@example.test`
    const id = await createAccount(api.db, site, email)
    const theirs = await signIn(api, email)
    await queryRaw(api.db, 'update sites set default_network_id = $2 where id = $1', [site.id, id])
    youtube.channels = [buildYoutubeChannel(channelIdFor(`last${round}`))]
    const person = { password: 'secret', nickname: 'someone' }
    const [left] = await runConcurrently(
      round,
      () => tryCall(withdrawAccount, { password }, theirs),
      () => tryCall(join, { ...person, email: `join${memberCount}@example.test` }, ''),
      () => tryCall(addMember, { ...person, user_id: `add${memberCount}@example.test` }, theirs),
      () => tryCall(addChannel, { link: channelIdFor(`last${round}`), category: 'people' }, theirs),
    )
    expect(['ok', 'not_empty']).toContain(left)
    expect(await findBrokenAccountInvariants()).toEqual([])
  }
  await queryRaw(api.db, 'update sites set default_network_id = null where id = $1', [site.id])
})

test('the token of a member who is removed is dead at once, also on another instance', async () => {
  const otherDb = postgresUrl
    ? await openDatabase({ databaseUrl: await getDatabaseUrl(api), dataDir: '' })
    : api.db
  const other = await startApi(otherDb)
  const { id, token: theirs } = await createMember()
  const isIn = async (on: Api) => (await on.request(readMe, { token: theirs })).status === 200
  expect([await isIn(api), await isIn(other)]).toEqual([true, true])
  expect(await tryRemove(id)).toBe('ok')
  expect(await isIn(api)).toBe(false)
  await expect.poll(() => isIn(other)).toBe(false)
  if (postgresUrl) await other.close()
})

async function getDatabaseUrl({ db }: Api): Promise<string> {
  const [row] = await queryRaw<{ name: string }>(db, 'select current_database() as name')
  const url = new URL(postgresUrl ?? '')
  url.pathname = `/${row?.name}`
  return url.href
}
