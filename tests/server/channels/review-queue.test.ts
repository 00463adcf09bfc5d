import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readChannel } from '#contract/channels/channels.ts'
import {
  assignReviews,
  decideReviews,
  listReviews,
  readLatestVideos,
  readReview,
  undoReviews,
} from '#contract/channels/review-queue.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  listAuditEntries,
} from '#tests/support/accounts.ts'
import { createInMemoryYoutube, createRecordingJobs } from '#tests/support/channel-fixtures.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { type Person, startFactorApi } from '#tests/support/second-factor.ts'

let on: Awaited<ReturnType<typeof startFactorApi>>
let operator: Person
let colleague: Person
let ofOtherSite: Person
let auditor: Person
let manager: Person
let rival: number
const { youtube, ...fakeYoutube } = createInMemoryYoutube()

beforeAll(async () => {
  on = await startFactorApi(undefined, createRecordingJobs().jobs, { youtube })
  await on.reset()
  const site = await createSite(on.api.db, 'desk.test')
  operator = await on.createOperator()
  colleague = await on.createOperator()
  auditor = await on.createOperator('--role', 'auditor')
  ofOtherSite = await on.createOperator('--for-site', 'desk.test')
  manager = await on.createPerson('manager')
  rival = await createAccount(on.api.db, site, 'rival@desk.test')
})
afterAll(() => on.api.close())
beforeEach(async () => {
  for (const table of ['channel_reviews', 'assignments', 'mails', 'channels'])
    await queryRaw(on.api.db, `delete from ${table}`)
})

const hoursAgo = (hours: number) => new Date(on.api.clock.now.getTime() - hours * 3_600_000)
const wait = (seconds: number) => {
  on.api.clock.now = new Date(on.api.clock.now.getTime() + seconds * 1_000)
}

async function addChannel(
  name: string,
  hours: number,
  { networkId = manager.networkId, verification = 'verified', approval = 0 } = {},
): Promise<number> {
  const id = await createChannel(on.api.db, networkId, channelIdFor(name), { approval, verification })
  await queryRaw(
    on.api.db,
    'update channels set name = $2, verified_at = $3, earns_from = null, approved_at = null where registration_id = $1',
    [id, name, hoursAgo(hours)],
  )
  return id
}

const list = ({ token }: Person, query = {}) => on.api.call(listReviews, { token, query })
const listNames = async (person: Person, query = {}) =>
  (await list(person, query)).reviews.map(({ name }) => name)
const decide = (person: Person, body: object) =>
  on.api.request(decideReviews, { token: person.token, body: { reason: null, ...body } as never })
const undo = async (person: Person, ids: number[]) =>
  (await on.api.request(undoReviews, { token: person.token, body: { ids } })).status
const snapshot = (id: number) =>
  queryRaw(
    on.api.db,
    `select c.approval_status, c.approved_at, c.held_at, c.earns_from::text, c.expires_at, c.reminded_at,
      array(select from_day::text from assignments where registration_id = $1 order by account_id) as days,
      array(select approval_status from channel_reviews where registration_id = $1 order by id) as reviews,
      (select count(*)::integer from mails) as mails
    from channels c
    where c.registration_id = $1`,
    [id],
  )

describe('the queue', () => {
  test('lists what waits, longest first, with counts, places and who else has it', async () => {
    await addChannel('young', 2)
    const old = await addChannel('old', 50)
    await addChannel('shared', 30)
    await addChannel('shared', 1, { networkId: rival, verification: 'pending' })
    await addChannel('held', 1, { approval: 1 })
    await addChannel('unverified', 1, { verification: 'pending' })
    const { reviews, total, counts, sites, networks } = await list(operator)
    expect(reviews.map(({ name, competing }) => [name, competing])).toEqual([
      ['old', 0],
      ['shared', 1],
      ['young', 0],
    ])
    expect(total).toBe(3)
    expect(counts).toEqual({ pending: 3, held: 1, decided: 0, overdue: 1 })
    expect(sites).toMatchObject([{ count: 3 }])
    expect(networks).toMatchObject([{ count: 3, id: manager.networkId }])
    expect(reviews[0]).toMatchObject({ id: old, waitingSince: hoursAgo(50).toISOString(), decision: null })
    expect(await listNames(operator, { state: 'held' })).toEqual(['held'])
    expect(await listNames(operator, { competing: '1' })).toEqual(['shared'])
    expect(await listNames(operator, { search: 'YOUNG' })).toEqual(['young'])
    expect(await listNames(operator, { network: rival })).toEqual([])
  })

  test('is what the role reaches, and names competitors only there', async () => {
    const shared = await addChannel('shared', 3)
    const theirs = await addChannel('shared', 1, { networkId: rival, verification: 'pending' })
    await queryRaw(
      on.api.db,
      `update channels set verification_status = 'verified' where registration_id = $1`,
      [theirs],
    ).catch(() => {})
    expect(await listNames(ofOtherSite)).toEqual([])
    const refused = await on.api.request(readReview, { token: ofOtherSite.token, query: { id: shared } })
    expect(refused.status).toBe(404)
    const { competitors } = await on.api.call(readReview, { token: operator.token, query: { id: shared } })
    expect(competitors).toMatchObject([{ id: theirs, network: expect.any(String), site: expect.any(String) }])
    expect((await on.api.request(listReviews, { token: manager.token })).status).toBe(403)
    expect(await listNames(auditor)).toEqual(['shared'])
  })

  test('shows the latest videos, or why there are none', async () => {
    const id = await addChannel('filmed', 3)
    const read = (person: Person) => on.api.request(readLatestVideos, { token: person.token, query: { id } })
    const video = {
      ...{ videoId: 'abcdefghijk', title: 'A Short', publishedAt: '2026-11-01T00:00:00Z' },
      ...{ views: 12, seconds: null },
    }
    fakeYoutube.videos.push(video)
    expect((await read(auditor)).body).toMatchObject({ videos: [video], failure: null })
    expect((await read(ofOtherSite)).status).toBe(404)
  })
})

describe('a decision', () => {
  test('approves from today, and tells the people after 30 seconds', async () => {
    const id = await addChannel('fine', 3)
    const { status, body } = await decide(operator, { ids: [id], decision: 'approved' })
    expect([status, body.decided, body.problems]).toEqual([200, 1, []])
    const [review] = (await list(operator, { state: 'decided' })).reviews
    expect(review).toMatchObject({ id, state: 'approved', decision: { undoUntil: body.undoUntil } })
    const [mail] = await queryRaw<{ kind: string; notBefore: string }>(
      on.api.db,
      `select kind, not_before as "notBefore" from mails`,
    )
    expect(mail?.kind).toBe('channel-approved')
    // A click of the last second finds it still there.
    expect(Date.parse(mail?.notBefore ?? '')).toBeGreaterThan(Date.parse(body.undoUntil) + 5_000)
    expect((await listAuditEntries(on.api.db)).at(-1)).toMatchObject({
      action: 'decideReviews',
      detail: { before: { approval: 'pending' }, after: { approval: 'approved' } },
    })
  })

  test('gives the reason in the language of who reads it', async () => {
    const id = await addChannel('slow', 3)
    const reason = { ko: '쇼츠가 적습니다.', en: 'Too few Shorts.' }
    expect((await decide(operator, { ids: [id], decision: 'held', reason })).status).toBe(200)
    const read = async (language: string) =>
      (
        await on.api.call(readChannel, {
          token: manager.token,
          query: { id },
          language,
        })
      ).channel.reason
    expect([await read('ko'), await read('en'), await read('zh-TW')]).toEqual([
      reason.ko,
      reason.en,
      reason.ko,
    ])
    expect(await queryRaw(on.api.db, `select kind, data ->> 'reason' as reason from mails`)).toEqual([
      { kind: 'channel-held', reason: reason.ko },
    ])
  })

  test('needs a reason to hold, a day that has come, and an operator', async () => {
    const id = await addChannel('picky', 3)
    const refuse = async (person: Person, body: object) => {
      const reply = await decide(person, { ids: [id], ...body })
      return [reply.status, reply.body.code]
    }
    expect(await refuse(operator, { decision: 'held' })).toEqual([422, 'invalid'])
    expect(await refuse(operator, { decision: 'rejected', reason: {} })).toEqual([422, 'invalid'])
    expect(await refuse(operator, { decision: 'approved', earnsFrom: '2999-01-01' })).toEqual([
      422,
      'invalid',
    ])
    expect(await refuse(auditor, { decision: 'approved' })).toEqual([403, 'forbidden'])
    expect(await refuse(manager, { decision: 'approved' })).toEqual([403, 'forbidden'])
    expect(await refuse(ofOtherSite, { decision: 'approved' })).toEqual([404, 'not_found'])
  })

  test('is for all or none', async () => {
    const [one, other] = [await addChannel('one', 3), await addChannel('two', 3, { verification: 'pending' })]
    const { body } = await decide(operator, { ids: [one, other, one], decision: 'approved' })
    expect(body).toMatchObject({
      decided: 0,
      problems: [{ id: other, problem: 'unverified' }],
      undoUntil: null,
    })
    expect(await listNames(operator)).toEqual(['one'])
  })
})

describe('undoing', () => {
  test.each([
    ['an approval from an earlier day', { decision: 'approved', earnsFrom: '2026-01-05' }, 0],
    ['a hold', { decision: 'held', reason: { en: 'Why?' } }, 0],
    ['a rejection', { decision: 'rejected', reason: { en: 'Why?' } }, 1],
    ['an approval of a held one', { decision: 'approved' }, 1],
  ])('%s leaves nothing behind', async (_, body, approval) => {
    const id = await addChannel('undone', 3, { approval })
    const member = await on.createPerson()
    await insertAssignment(on.api.db, id, member.id)
    await queryRaw(on.api.db, `update assignments set from_day = '2026-02-01'`)
    const before = await snapshot(id)
    expect((await decide(operator, { ids: [id], ...body })).body.decided).toBe(1)
    expect(await snapshot(id)).not.toEqual(before)
    wait(29)
    expect(await undo(operator, [id])).toBe(200)
    expect(await snapshot(id)).toEqual(before)
    expect((await listAuditEntries(on.api.db)).at(-1)).toMatchObject({ action: 'undoReviews' })
  })

  test('is possible for 30 seconds, only by who decided, and only the last decision', async () => {
    const id = await addChannel('late', 3)
    await decide(operator, { ids: [id], decision: 'approved' })
    expect(await undo(colleague, [id])).toBe(409)
    wait(36)
    expect(await undo(operator, [id])).toBe(409)
    await decide(operator, { ids: [id], decision: 'held', reason: { en: 'Why?' } })
    await decide(colleague, { ids: [id], decision: 'approved' })
    expect(await undo(operator, [id])).toBe(409)
    expect(await undo(colleague, [id])).toBe(200)
    expect(await listNames(operator, { state: 'held' })).toEqual(['late'])
  })

  test('is for all or none', async () => {
    const [one, other] = [await addChannel('one', 3), await addChannel('two', 3)]
    await decide(operator, { ids: [one], decision: 'approved' })
    expect(await undo(operator, [one, other])).toBe(409)
    expect((await list(operator)).counts).toMatchObject({ pending: 1, decided: 1 })
  })
})

describe('what others did meanwhile', () => {
  test('is not undone: an earning day that moved', async () => {
    const id = await addChannel('moved', 3)
    await queryRaw(on.api.db, `update channels set approval_status = 2, earns_from = '2026-01-05'`)
    await decide(operator, { ids: [id], decision: 'held', reason: { en: 'Why?' } })
    await queryRaw(on.api.db, `update channels set earns_from = '2026-02-01'`)
    expect(await undo(operator, [id])).toBe(409)
    expect(await snapshot(id)).toMatchObject([{ approval_status: 1, earns_from: '2026-02-01' }])
  })

  test('is not undone: a verification, a closed month and a mail that has left', async () => {
    const spoilers = [
      `update channels set verification_status = 'verified'`,
      `insert into months (month, state, closed_at) values ('2026-10-01', 'closed', now())`,
      `update mails set state = 'sent'`,
    ]
    for (const spoiler of spoilers) {
      const id = await addChannel('spoilt', 3, { verification: 'pending' })
      await decide(operator, { ids: [id], decision: 'rejected', reason: { en: 'Why?' } })
      await queryRaw(on.api.db, spoiler)
      expect([spoiler, await undo(operator, [id])]).toEqual([spoiler, 409])
      await queryRaw(on.api.db, 'delete from months')
      for (const table of ['channel_reviews', 'mails', 'channels'])
        await queryRaw(on.api.db, `delete from ${table}`)
    }
  })

  test('leaves one mail: that of the last decision', async () => {
    const id = await addChannel('twice', 3)
    await decide(operator, { ids: [id], decision: 'held', reason: { en: 'Why?' } })
    await decide(operator, { ids: [id], decision: 'approved' })
    expect(await queryRaw(on.api.db, 'select kind from mails')).toEqual([{ kind: 'channel-approved' }])
  })
})

test('an earlier first day needs a recent confirmation', async () => {
  const id = await addChannel('early', 3)
  await queryRaw(on.api.db, `update sessions set confirmed_at = $1, created_at = $1`, [hoursAgo(1)])
  const { status, body } = await decide(operator, {
    ids: [id],
    decision: 'approved',
    earnsFrom: '2026-01-05',
  })
  expect([status, body.code]).toEqual([403, 'confirmation_required'])
  expect((await decide(operator, { ids: [id], decision: 'approved' })).body.decided).toBe(1)
})

test('a role for a content owner sees the channels that it reports now, and no members', async () => {
  const owner = await on.createOperator('--for-site', 'desk.test')
  await queryRaw(
    on.api.db,
    `update installation_grants set site_id = null, owner = 'main' where account_id = $1`,
    [owner.id],
  )
  const [now, before] = [await addChannel('now', 3), await addChannel('before', 3)]
  const member = await on.createPerson()
  await insertAssignment(on.api.db, now, member.id)
  await queryRaw(
    on.api.db,
    `insert into channel_owners (channel_id, owner, first_day)
    values ($1, 'main', '2026-01-01'), ($2, 'main', '2026-01-01'), ($2, 'second', '2026-02-01')`,
    [channelIdFor('now'), channelIdFor('before')],
  )
  const { reviews } = await list(owner)
  expect(reviews.map(({ id, members }) => [id, members])).toEqual([[now, []]])
  expect((await list(operator)).reviews.find(({ id }) => id === now)?.members).toHaveLength(1)
  expect(await undo(owner, [before])).toBe(404)
  await queryRaw(on.api.db, 'delete from channel_owners')
})

test('somebody takes channels, and lets go of them', async () => {
  const ids = [await addChannel('a', 3), await addChannel('b', 2)]
  const assign = async (person: Person, mine: boolean, which = ids) =>
    (await on.api.request(assignReviews, { token: person.token, body: { ids: which, mine } })).status
  expect(await assign(operator, true)).toBe(200)
  expect(await listNames(operator, { mine: '1' })).toEqual(['a', 'b'])
  expect(await listNames(colleague, { mine: '1' })).toEqual([])
  expect(await assign(colleague, false, [ids[0] ?? 0])).toBe(200)
  expect(await listNames(operator, { mine: '1' })).toEqual(['b'])
  expect(await assign(ofOtherSite, true)).toBe(404)
  expect(await assign(auditor, true)).toBe(403)
})
