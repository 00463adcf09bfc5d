// @module-tag extended
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { updateAccount, withdrawAccount } from '#contract/people/account.ts'
import { deleteMember } from '#contract/people/member-management.ts'
import { readMe } from '#contract/people/session.ts'
import { listNotices, markNoticesRead, readNotice } from '#contract/portal/notices.ts'
import { countUnreadNotices } from '#server/portal/notices/unread-notices.ts'
import { createAccount, createSite, password, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createMeteredDatabase, sumRows } from '#tests/support/metered-database.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'

const now = '2026-11-20T09:00:00Z'
const joinedAt = '2026-06-01T00:00:00Z'

let api: Api
let exampleSiteId: number
let playlistSiteId: number
let managerId: number
let memberId: number
let token: string
let colleagueToken: string

beforeAll(async () => {
  api = await startApi()
  api.clock.now = new Date(now)
  const korean = await createSite(api.db)
  const english = await createSite(api.db, 'list.test', true)
  managerId = await createAccount(api.db, korean, 'boss@example.test')
  memberId = await createAccount(api.db, korean, 'member@example.test', managerId)
  ;[exampleSiteId, playlistSiteId] = [korean.id, english.id]
  await queryRaw(api.db, 'update accounts set created_at = $1', [joinedAt])
  token = await signIn(api, 'member@example.test')
  colleagueToken = await signIn(api, 'boss@example.test')
})
afterAll(() => api.close())
afterEach(async () => {
  api.clock.now = new Date(now)
  await execRaw(api.db, 'delete from notices')
})

async function insertNotice(publishedAt: string, siteId = exampleSiteId): Promise<number> {
  const [row] = await queryRaw<{ id: number }>(
    api.db,
    `insert into notices (site_id, title, body, published_at)
    values ($1, '{"ko": "공지"}', '{"ko": "내용"}', $2)
    returning id`,
    [siteId, publishedAt],
  )
  return row?.id ?? 0
}

const readUnreadCount = async (who = token) => (await api.call(readMe, { token: who })).user.unread_notices
const listNewIds = async (who = token) =>
  (await api.call(listNotices, { token: who })).notices.filter((one) => one.isNew).map(({ id }) => id)
const markSeen = async (id: number | null, who = token) =>
  (await api.call(markNoticesRead, { token: who, body: { id } })).unread
const listReads = async () =>
  (await queryRaw<{ count: number }>(api.db, 'select count(*) as count from notice_reads'))[0]?.count

test('one is new until it is seen, for each person by themselves', async () => {
  const [first, second] = [
    await insertNotice('2026-11-18T00:00:00Z'),
    await insertNotice('2026-11-19T00:00:00Z'),
  ]
  expect(await readUnreadCount()).toBe(2)
  expect(await listNewIds()).toEqual([second, first])
  expect((await api.call(readNotice, { token, query: { id: first } })).notice.isNew).toBe(true)
  // A read call alone marks nothing: a link may be looked up before it is opened.
  expect(await readUnreadCount()).toBe(2)
  expect(await markSeen(first)).toBe(1)
  expect(await markSeen(first)).toBe(1)
  expect(await listNewIds()).toEqual([second])
  expect((await api.call(readNotice, { token, query: { id: first } })).notice.isNew).toBe(false)
  expect(await readUnreadCount(colleagueToken)).toBe(2)
})

test('all are seen at once, also those on other pages', async () => {
  for (let at = 0; at < 25; at++) await insertNotice(`2026-11-01T00:00:${String(at).padStart(2, '0')}Z`)
  expect(await readUnreadCount()).toBe(25)
  expect(await markSeen(null)).toBe(0)
  expect(await markSeen(null)).toBe(0)
  expect(await listNewIds()).toEqual([])
  expect(await readUnreadCount(colleagueToken)).toBe(25)
})

test('many calls at the same time agree', async () => {
  const id = await insertNotice('2026-11-18T00:00:00Z')
  await insertNotice('2026-11-19T00:00:00Z')
  expect(await Promise.all(Array.from({ length: 10 }, () => markSeen(id)))).toEqual(Array(10).fill(1))
  expect(await listReads()).toBe(1)
})

test('what was published before the account, or long ago, is new to nobody', async () => {
  await insertNotice('2026-05-31T23:59:59Z')
  await insertNotice('2026-08-22T08:00:00Z')
  const kept = await insertNotice('2026-08-22T10:00:00Z')
  expect(await listNewIds()).toEqual([kept])
  expect(await readUnreadCount()).toBe(1)
  expect(await markSeen(null)).toBe(0)
  expect(await listReads()).toBe(1)
})

test('a scheduled one counts from its time, a withdrawn one not, a restored one as before', async () => {
  const id = await insertNotice('2026-11-20T10:00:00Z')
  const set = (moment: string | null) =>
    queryRaw(api.db, 'update notices set withdrawn_at = $2 where id = $1', [id, moment])
  expect(await readUnreadCount()).toBe(0)
  api.clock.now = new Date('2026-11-20T10:00:00Z')
  expect(await readUnreadCount()).toBe(1)
  await set('2026-11-20T10:00:00Z')
  expect(await readUnreadCount()).toBe(0)
  await set(null)
  expect(await readUnreadCount()).toBe(1)
  await markSeen(id)
  await set('2026-11-20T10:00:00Z')
  await set(null)
  expect(await readUnreadCount()).toBe(0)
})

test('an edited one that was seen is not new again', async () => {
  const id = await insertNotice('2026-11-18T00:00:00Z')
  await markSeen(id)
  await queryRaw(api.db, `update notices set body = '{"ko": "다른 내용"}', edited_at = $1`, [now])
  expect(await readUnreadCount()).toBe(0)
  expect((await api.call(listNotices, { token })).notices[0]).toMatchObject({
    isNew: false,
    editedAt: '2026-11-20T09:00:00.000Z',
  })
})

test('of a site the notices of others do not count', async () => {
  await insertNotice('2026-11-18T00:00:00Z', playlistSiteId)
  expect(await readUnreadCount()).toBe(0)
})

test('what is not to be seen cannot be marked', async () => {
  const theirs = await insertNotice('2026-11-18T00:00:00Z', playlistSiteId)
  const scheduled = await insertNotice('2026-11-21T00:00:00Z')
  const withdrawn = await insertNotice('2026-11-18T00:00:00Z')
  await queryRaw(api.db, 'update notices set withdrawn_at = now() where id = $1', [withdrawn])
  for (const id of [theirs, scheduled, withdrawn, withdrawn + 1000, Number.MAX_SAFE_INTEGER]) {
    const { status, body } = await api.request(markNoticesRead, { token, body: { id } })
    expect([status, body.code]).toEqual([404, 'not_found'])
  }
  expect(await listReads()).toBe(0)
})

test('more than a hundred are counted as a hundred', async () => {
  await queryRaw(
    api.db,
    `insert into notices (site_id, title, body, published_at)
    select $1, '{"ko": "공지"}', '{"ko": "내용"}', '2026-11-18T00:00:00Z'
    from generate_series(1, 140)`,
    [exampleSiteId],
  )
  expect(await readUnreadCount()).toBe(100)
  expect(await markSeen(null)).toBe(0)
  expect(await listReads()).toBe(140)
})

test('the reply to a change of the account has the count, too', async () => {
  await insertNotice('2026-11-18T00:00:00Z')
  const { user } = await api.call(updateAccount, { token, body: { nickname: 'Again' } })
  expect(user.unread_notices).toBe(1)
})

describe('of whoever leaves nothing is kept', () => {
  const someone = async (email: string) => {
    await createAccount(
      api.db,
      { id: exampleSiteId } as Parameters<typeof createAccount>[1],
      email,
      managerId,
    )
    await queryRaw(api.db, 'update accounts set created_at = $1', [joinedAt])
    const who = await signIn(api, email)
    expect(await markSeen(null, who)).toBe(0)
    expect(await listReads()).toBe(1)
    return who
  }

  test('who withdraws', async () => {
    await insertNotice('2026-11-18T00:00:00Z')
    const who = await someone('leaver@example.test')
    await api.call(withdrawAccount, { token: who, body: { password } })
    expect(await listReads()).toBe(0)
  })

  test('who is removed', async () => {
    await insertNotice('2026-11-18T00:00:00Z')
    await someone('removed@example.test')
    const [row] = await queryRaw<{ id: number }>(api.db, 'select max(id) as id from accounts')
    await api.call(deleteMember, { token: colleagueToken, body: { target: row?.id ?? 0, password } })
    expect(await listReads()).toBe(0)
    expect(row?.id).not.toBe(memberId)
  })
})

test('counting reads few of 10,000 notices', async () => {
  await queryRaw(
    api.db,
    `insert into notices (site_id, title, body, published_at)
    select case when n % 10 = 0 then $1::integer else $2::integer end, '{"ko": "공지"}', '{"ko": "내용"}',
      '2026-11-20T00:00:00Z'::timestamptz - n * interval '1 hour'
    from generate_series(1, 10000) n`,
    [exampleSiteId, playlistSiteId],
  )
  await queryRaw(
    api.db,
    `insert into accounts (site_id, network_id, roles, email, nickname, password_hash, created_at)
    select $1, $2, '{member}', 'many' || n || '@example.test', 'many', '', $3
    from generate_series(1, 5000) n`,
    [exampleSiteId, managerId, joinedAt],
  )
  await queryRaw(
    api.db,
    `insert into notice_reads (account_id, notice_id)
    select a.id, n.id
    from accounts a
    join (select id from notices where site_id = $1 order by published_at desc limit 3) n on true
    where a.nickname = 'many'`,
    [exampleSiteId],
  )
  await execRaw(api.db, 'analyze accounts; analyze notices; analyze notice_reads')
  expect(await readUnreadCount()).toBe(100)
  expect(await markSeen(null)).toBe(0)
  const { db, statements } = createMeteredDatabase(api.db)
  expect(await countUnreadNotices(db, memberId, new Date(now))).toBe(0)
  const noticesOfWindow = (90 * 24) / 10
  for (const statement of statements) expect(sumRows(statement, 'read')).toBeLessThan(3 * noticesOfWindow)
  expect(statements).toHaveLength(1)
})
