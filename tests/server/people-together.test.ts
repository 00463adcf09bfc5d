import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeAccount, withdraw } from '#contract/account.ts'
import { join, login } from '#contract/auth.ts'
import { addChannel, assignChannel, deleteChannel, unassignChannel } from '#contract/channels.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { addMember, changeMember, removeMember } from '#contract/member-changes.ts'
import { readMe } from '#contract/session.ts'
import { settleRequest } from '#server/channels/registration.ts'
import { openDatabase } from '#server/db/connect.ts'
import type { Site } from '#server/session.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelFlaws, notedJobs, youtubeChannel, youtubeOf } from '#tests/support/channels.ts'
import { channelNamed } from '#tests/support/facts.ts'
import { assign, makeAccount, makeChannel, makeSite, password, signIn } from '#tests/support/people.ts'
import { serverUrl } from '#tests/support/server-database.ts'

let api: Api
let site: Site
let boss: number
let token: string
const tube = youtubeOf()
/** The embedded database does one thing after the other, in few orders. */
const rounds = serverUrl ? 10 : 4

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: notedJobs().jobs, youtube: tube.youtube })
  site = await makeSite(api.db)
  boss = await makeAccount(api.db, site, 'boss@example.test')
  token = await signIn(api, 'boss@example.test')
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.exec(
    'delete from attempts; delete from channel_requests; delete from assignments; delete from channels',
  )
  Object.assign(tube, { channels: [], trouble: null })
})

let made = 0
async function member(networkId: number | undefined = boss) {
  const email = `member${++made}@example.test`
  const id = await makeAccount(api.db, site, email, networkId, false)
  return { id, email, token: await signIn(api, email) }
}
const said = async (endpoint: Endpoint, body: object, by = token): Promise<string> => {
  const reply = await api.call(endpoint, { token: by, body })
  return reply.status === 200 ? 'ok' : reply.body.code
}
const remove = (target: number) => said(removeMember, { target, password })

/** Many rounds of calls at the same moment, begun in each order. @returns what they said, in the order given */
async function atOnce(round: number, ...acts: (() => Promise<string>)[]): Promise<string[]> {
  const all = acts.map((act, at) => ({ act, at }))
  if (round % 2) all.reverse()
  const replies = await Promise.all(all.map(async ({ act, at }) => ({ at, said: await act() })))
  const inOrder = replies.sort((a, b) => a.at - b.at).map((one) => one.said)
  expect(inOrder).not.toContain('internal')
  return inOrder
}

/** What must be true of people whatever anybody did. */
async function peopleFlaws(): Promise<unknown[]> {
  const flaws = await api.db.query(
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
  await api.db.query('update channels set approved_at = registered_at where approval_status = 2')
  return [...flaws, ...(await channelFlaws(api.db))]
}

test('removed and signed in at once: nobody is left signed in', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id, email } = await member()
    const enter = () => said(login, { id: email, password }, '')
    const [removed, ...entered] = await atOnce(round, () => remove(id), enter, enter)
    expect(removed).toBe('ok')
    for (const one of entered) expect(['ok', 'wrong_credentials']).toContain(one)
    expect(await peopleFlaws()).toEqual([])
  }
})

test('removed twice at once: once', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id } = await member()
    expect(
      (
        await atOnce(
          round,
          () => remove(id),
          () => remove(id),
        )
      ).sort(),
    ).toEqual(['not_found', 'ok'])
  }
})

test('removed and withdrawn at once: once', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id, token: theirs } = await member()
    const [removed, left] = await atOnce(
      round,
      () => remove(id),
      () => said(withdraw, { password }, theirs),
    )
    if (removed === 'ok') expect(left).toBe('unauthenticated')
    else expect([removed, left]).toEqual(['not_found', 'ok'])
    expect(await peopleFlaws()).toEqual([])
  }
})

test('fees at once: one of them counts from today', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id } = await member()
    const fees = [10, 20.5, 30, 0]
    const replies = await atOnce(
      round,
      ...fees.map((fee_rate) => () => said(changeMember, { target: id, fee_rate })),
    )
    expect(replies).toEqual(['ok', 'ok', 'ok', 'ok'])
    const rows = await api.db.query<{ permille: number }>(
      'select permille from fee_rates where account_id = $1',
      [id],
    )
    expect(rows).toHaveLength(1)
    expect(fees).toContain((rows[0]?.permille ?? -1) / 10)
  }
})

test('one email given to several members at once: to one of them, and joining is no way around', async () => {
  for (let round = 0; round < rounds; round++) {
    const email = `twice${round}@example.test`
    const body = { user_id: email, password: 'secret', nickname: 'twice' }
    const add = () => said(addMember, body)
    const replies = await atOnce(round, add, add, add, () =>
      said(join, { email: email.toUpperCase(), password: 'secret', nickname: 'twice' }, ''),
    )
    expect(replies.sort()).toEqual(['ok', 'taken', 'taken', 'taken'])
  }
})

test('another password and signing in at once: nobody is in by the old one afterwards', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id, email } = await member()
    const enter = () => said(login, { id: email, password }, '')
    const [changed] = await atOnce(
      round,
      () => said(changeMember, { target: id, password: 'another' }),
      enter,
      enter,
    )
    expect(changed).toBe('ok')
    expect(await api.db.query('select id from sessions where account_id = $1', [id])).toEqual([])
  }
})

test('two who change the password with the same one at once: one', async () => {
  for (let round = 0; round < rounds; round++) {
    const { email, token: theirs } = await member()
    const second = await signIn(api, email)
    const change = (by: string, next: string) => () =>
      said(changeAccount, { password, new_password: next }, by)
    const replies = await atOnce(round, change(theirs, 'first'), change(second, 'second'))
    expect(replies.filter((one) => one === 'ok')).toHaveLength(1)
    for (const [at, next] of ['first', 'second'].entries())
      expect((await said(login, { id: email, password: next }, '')) === 'ok').toBe(replies[at] === 'ok')
  }
})

test('removed while channels are given, taken and deleted: nothing is left with nobody', async () => {
  for (let round = 0; round < rounds; round++) {
    const [one, two] = [await member(), await member()]
    const channels = []
    for (const word of ['a', 'b', 'c'])
      channels.push(await makeChannel(api.db, boss, channelNamed(`${word}${round}`)))
    for (const id of channels) for (const person of [one, two]) await assign(api.db, id, person.id)
    const fresh = await makeChannel(api.db, boss, channelNamed(`d${round}`))
    const [a = 0, b = 0, c = 0] = channels
    const replies = await atOnce(
      round,
      () => remove(one.id),
      () => remove(two.id),
      () => said(assignChannel, { id: fresh, members: [two.id, one.id] }),
      () => said(deleteChannel, { id: a, acknowledged: 'on', password }),
      () => said(deleteChannel, { id: c, acknowledged: 'on', password }),
      () => said(unassignChannel, { id: b, member: one.id }),
    )
    expect([replies[0], replies[1], replies[3], replies[4]]).toEqual(['ok', 'ok', 'ok', 'ok'])
    for (const reply of [replies[2], replies[5]]) expect(['ok', 'not_found']).toContain(reply)
    expect(await peopleFlaws()).toEqual([])
  }
})

test('removed while a channel is added, by the person or by the platform’s answer', async () => {
  for (let round = 0; round < rounds; round++) {
    const [now, later] = [channelNamed(`now${round}`), channelNamed(`later${round}`)]
    const { id, token: theirs } = await member()
    tube.trouble = 'no_answer'
    const { request } = (
      await api.call(addChannel, { token: theirs, body: { link: later, category: 'people' } })
    ).body
    Object.assign(tube, { channels: [youtubeChannel(now)], trouble: null })
    const [removed, added] = await atOnce(
      round,
      () => remove(id),
      () => said(addChannel, { link: now, category: 'people' }, theirs),
      () => settleRequest(api.db, request.id, { found: youtubeChannel(later) }).then(() => 'settled'),
    )
    expect(removed).toBe('ok')
    // The reply itself is made afterwards, when the person may have left.
    expect(['ok', 'unauthenticated', 'not_found']).toContain(added)
    expect(await peopleFlaws()).toEqual([])
  }
})

test('who stands alone withdraws while a channel is added: there is none left', async () => {
  for (let round = 0; round < rounds; round++) {
    const email = `alone${++made}@example.test`
    const id = await makeAccount(api.db, site, email, undefined, false)
    const theirs = await signIn(api, email)
    await makeChannel(api.db, id, channelNamed(`old${round}`))
    tube.channels = [youtubeChannel(channelNamed(`new${round}`))]
    const [left] = await atOnce(
      round,
      () => said(withdraw, { password }, theirs),
      () => said(addChannel, { link: channelNamed(`new${round}`), category: 'people' }, theirs),
    )
    expect(left).toBe('ok')
    expect(await peopleFlaws()).toEqual([])
  }
})

test('a manager withdraws while somebody joins, is made or adds a channel: never from under them', async () => {
  for (let round = 0; round < rounds; round++) {
    const email = `owner${++made}@example.test`
    const id = await makeAccount(api.db, site, email)
    const theirs = await signIn(api, email)
    await api.db.query('update sites set default_network_id = $2 where id = $1', [site.id, id])
    tube.channels = [youtubeChannel(channelNamed(`last${round}`))]
    const person = { password: 'secret', nickname: 'someone' }
    const [left] = await atOnce(
      round,
      () => said(withdraw, { password }, theirs),
      () => said(join, { ...person, email: `join${made}@example.test` }, ''),
      () => said(addMember, { ...person, user_id: `add${made}@example.test` }, theirs),
      () => said(addChannel, { link: channelNamed(`last${round}`), category: 'people' }, theirs),
    )
    expect(['ok', 'not_empty']).toContain(left)
    expect(await peopleFlaws()).toEqual([])
  }
  await api.db.query('update sites set default_network_id = null where id = $1', [site.id])
})

test('the token of a member who is removed is dead at once, also on another instance', async () => {
  const otherDb = serverUrl ? await openDatabase({ databaseUrl: await addressOf(api), dataDir: '' }) : api.db
  const other = await startApi(otherDb)
  const { id, token: theirs } = await member()
  const isIn = async (on: Api) => (await on.call(readMe, { token: theirs })).status === 200
  expect([await isIn(api), await isIn(other)]).toEqual([true, true])
  expect(await remove(id)).toBe('ok')
  expect(await isIn(api)).toBe(false)
  await expect.poll(() => isIn(other)).toBe(false)
  if (serverUrl) await other.close()
})

async function addressOf({ db }: Api): Promise<string> {
  const [row] = await db.query<{ name: string }>('select current_database() as name')
  const url = new URL(serverUrl ?? '')
  url.pathname = `/${row?.name}`
  return url.href
}
