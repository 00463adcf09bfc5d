import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { changeAccount, withdraw } from '#contract/account.ts'
import { removeMember } from '#contract/member-changes.ts'
import { listNotices, readNotice, seeNotices } from '#contract/notices.ts'
import { readMe } from '#contract/session.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { makeAccount, makeSite, password, signIn } from '#tests/support/people.ts'

const now = '2026-11-20T09:00:00Z'
const joined = '2026-06-01T00:00:00Z'

let api: Api
let site: number
let playlist: number
let boss: number
let member: number
let token: string
let colleague: string

beforeAll(async () => {
  api = await startApi()
  api.clock.now = new Date(now)
  const korean = await makeSite(api.db)
  const english = await makeSite(api.db, 'list.test', true)
  boss = await makeAccount(api.db, korean, 'boss@example.test')
  member = await makeAccount(api.db, korean, 'member@example.test', boss)
  ;[site, playlist] = [korean.id, english.id]
  await api.db.query('update accounts set created_at = $1', [joined])
  token = await signIn(api, 'member@example.test')
  colleague = await signIn(api, 'boss@example.test')
})
afterAll(() => api.close())
afterEach(async () => {
  api.clock.now = new Date(now)
  await api.db.exec('delete from notices')
})

async function publish(at: string, siteId = site): Promise<number> {
  const [row] = await api.db.query<{ id: number }>(
    `insert into notices (site_id, title, body, published_at)
    values ($1, '{"ko": "공지"}', '{"ko": "내용"}', $2)
    returning id`,
    [siteId, at],
  )
  return row?.id ?? 0
}

const unread = async (who = token) => (await api.ask(readMe, { token: who })).user.unread_notices
const fresh = async (who = token) =>
  (await api.ask(listNotices, { token: who })).notices.filter((one) => one.is_new).map(({ id }) => id)
const see = async (id: number | null, who = token) =>
  (await api.ask(seeNotices, { token: who, body: { id } })).unread
const reads = async () =>
  (await api.db.query<{ count: number }>('select count(*) as count from notice_reads'))[0]?.count

test('one is new until it is seen, for each person by themselves', async () => {
  const [first, second] = [await publish('2026-11-18T00:00:00Z'), await publish('2026-11-19T00:00:00Z')]
  expect(await unread()).toBe(2)
  expect(await fresh()).toEqual([second, first])
  expect((await api.ask(readNotice, { token, query: { id: first } })).notice.is_new).toBe(true)
  // Reading alone marks nothing: a link may be looked up before it is opened.
  expect(await unread()).toBe(2)
  expect(await see(first)).toBe(1)
  expect(await see(first)).toBe(1)
  expect(await fresh()).toEqual([second])
  expect((await api.ask(readNotice, { token, query: { id: first } })).notice.is_new).toBe(false)
  expect(await unread(colleague)).toBe(2)
})

test('all are seen at once, also those on other pages', async () => {
  for (let at = 0; at < 25; at++) await publish(`2026-11-01T00:00:${String(at).padStart(2, '0')}Z`)
  expect(await unread()).toBe(25)
  expect(await see(null)).toBe(0)
  expect(await see(null)).toBe(0)
  expect(await fresh()).toEqual([])
  expect(await unread(colleague)).toBe(25)
})

test('many calls at the same time agree', async () => {
  const id = await publish('2026-11-18T00:00:00Z')
  await publish('2026-11-19T00:00:00Z')
  expect(await Promise.all(Array.from({ length: 10 }, () => see(id)))).toEqual(Array(10).fill(1))
  expect(await reads()).toBe(1)
})

test('what was published before the account, or long ago, is new to nobody', async () => {
  await publish('2026-05-31T23:59:59Z')
  await publish('2026-08-22T08:00:00Z')
  const kept = await publish('2026-08-22T10:00:00Z')
  expect(await fresh()).toEqual([kept])
  expect(await unread()).toBe(1)
  expect(await see(null)).toBe(0)
  expect(await reads()).toBe(1)
})

test('a scheduled one counts from its time, a withdrawn one not, a restored one as before', async () => {
  const id = await publish('2026-11-20T10:00:00Z')
  const set = (moment: string | null) =>
    api.db.query('update notices set withdrawn_at = $2 where id = $1', [id, moment])
  expect(await unread()).toBe(0)
  api.clock.now = new Date('2026-11-20T10:00:00Z')
  expect(await unread()).toBe(1)
  await set('2026-11-20T10:00:00Z')
  expect(await unread()).toBe(0)
  await set(null)
  expect(await unread()).toBe(1)
  await see(id)
  await set('2026-11-20T10:00:00Z')
  await set(null)
  expect(await unread()).toBe(0)
})

test('an edited one that was seen is not new again', async () => {
  const id = await publish('2026-11-18T00:00:00Z')
  await see(id)
  await api.db.query(`update notices set body = '{"ko": "다른 내용"}', edited_at = $1`, [now])
  expect(await unread()).toBe(0)
  expect((await api.ask(listNotices, { token })).notices[0]).toMatchObject({
    is_new: false,
    edited_at: '2026-11-20T09:00:00.000Z',
  })
})

test('of a site the notices of others do not count', async () => {
  await publish('2026-11-18T00:00:00Z', playlist)
  expect(await unread()).toBe(0)
})

test('what is not to be seen cannot be marked', async () => {
  const theirs = await publish('2026-11-18T00:00:00Z', playlist)
  const scheduled = await publish('2026-11-21T00:00:00Z')
  const withdrawn = await publish('2026-11-18T00:00:00Z')
  await api.db.query('update notices set withdrawn_at = now() where id = $1', [withdrawn])
  for (const id of [theirs, scheduled, withdrawn, withdrawn + 1000, Number.MAX_SAFE_INTEGER]) {
    const { status, body } = await api.call(seeNotices, { token, body: { id } })
    expect([status, body.code]).toEqual([404, 'not_found'])
  }
  expect(await reads()).toBe(0)
})

test('more than a hundred are counted as a hundred', async () => {
  await api.db.query(
    `insert into notices (site_id, title, body, published_at)
    select $1, '{"ko": "공지"}', '{"ko": "내용"}', '2026-11-18T00:00:00Z'
    from generate_series(1, 140)`,
    [site],
  )
  expect(await unread()).toBe(100)
  expect(await see(null)).toBe(0)
  expect(await reads()).toBe(140)
})

test('the reply to a change of the account has the count, too', async () => {
  await publish('2026-11-18T00:00:00Z')
  const { user } = await api.ask(changeAccount, { token, body: { nickname: 'Again' } })
  expect(user.unread_notices).toBe(1)
})

describe('of whoever leaves nothing is kept', () => {
  const someone = async (email: string) => {
    await makeAccount(api.db, { id: site } as Parameters<typeof makeAccount>[1], email, boss)
    await api.db.query('update accounts set created_at = $1', [joined])
    const who = await signIn(api, email)
    expect(await see(null, who)).toBe(0)
    expect(await reads()).toBe(1)
    return who
  }

  test('who withdraws', async () => {
    await publish('2026-11-18T00:00:00Z')
    const who = await someone('leaver@example.test')
    await api.ask(withdraw, { token: who, body: { password } })
    expect(await reads()).toBe(0)
  })

  test('who is removed', async () => {
    await publish('2026-11-18T00:00:00Z')
    await someone('removed@example.test')
    const [row] = await api.db.query<{ id: number }>('select max(id) as id from accounts')
    await api.ask(removeMember, { token: colleague, body: { target: row?.id ?? 0, password } })
    expect(await reads()).toBe(0)
    expect(row?.id).not.toBe(member)
  })
})

test('counting is cheap among 10,000 notices', async () => {
  await api.db.query(
    `insert into notices (site_id, title, body, published_at)
    select case when n % 10 = 0 then $1::integer else $2::integer end, '{"ko": "공지"}', '{"ko": "내용"}',
      '2026-11-20T00:00:00Z'::timestamptz - n * interval '1 hour'
    from generate_series(1, 10000) n`,
    [site, playlist],
  )
  await api.db.query(
    `insert into accounts (site_id, network_id, email, nickname, password_hash, created_at)
    select $1, $2, 'many' || n || '@example.test', 'many', '', $3
    from generate_series(1, 5000) n`,
    [site, boss, joined],
  )
  await api.db.query(
    `insert into notice_reads (account_id, notice_id)
    select a.id, n.id
    from accounts a
    join (select id from notices where site_id = $1 order by published_at desc limit 3) n on true
    where a.nickname = 'many'`,
    [site],
  )
  await api.db.exec('analyze accounts; analyze notices; analyze notice_reads')
  expect(await unread()).toBe(100)
  expect(await see(null)).toBe(0)
  const started = performance.now()
  for (let at = 0; at < 20; at++) expect(await unread()).toBe(0)
  expect((performance.now() - started) / 20).toBeLessThan(100)
})
