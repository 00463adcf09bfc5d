import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { listNotices, readNotice, seeNotices } from '#contract/notices.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { makeAccount, makeSite, signIn } from '#tests/support/people.ts'

let api: Api
let site: number
let playlist: number
let token: string
let abroad: string

beforeAll(async () => {
  api = await startApi()
  api.clock.now = new Date('2026-11-20T09:00:00Z')
  const korean = await makeSite(api.db)
  const english = await makeSite(api.db, 'list.test', true)
  const manager = await makeAccount(api.db, korean, 'boss@example.test')
  await makeAccount(api.db, korean, 'member@example.test', manager)
  await makeAccount(api.db, english, 'boss@list.test')
  ;[site, playlist] = [korean.id, english.id]
  token = await signIn(api, 'member@example.test')
  abroad = await signIn(api, 'boss@list.test', 'list.test')
})
afterAll(() => api.close())
afterEach(() => api.db.exec('delete from notices'))

interface Wanted {
  title?: string | Record<string, string>
  body?: string | Record<string, string>
  at?: string
  pinned?: boolean
  siteId?: number
}

async function publish({
  title = '공지',
  body = '내용',
  at = '2026-11-01T00:00:00Z',
  pinned = false,
  siteId = site,
}: Wanted = {}): Promise<number> {
  const [row] = await api.db.query<{ id: number }>(
    'insert into notices (site_id, title, body, pinned, published_at) values ($1, $2, $3, $4, $5) returning id',
    [
      siteId,
      typeof title === 'string' ? { ko: title } : title,
      typeof body === 'string' ? { ko: body } : body,
      pinned,
      at,
    ],
  )
  if (!row) throw new Error('the notice was not published')
  return row.id
}

const said = (text: string) => ({ kind: 'paragraph', children: [{ kind: 'text', text }] })

const titles = async (options: Parameters<Api['call']>[1] = {}) =>
  (await api.ask(listNotices, { token, ...options })).notices.map(({ title }) => title)

const read = async (id: number, options: Parameters<Api['call']>[1] = {}) =>
  (await api.ask(readNotice, { token, query: { id }, ...options })).notice

test.each([
  ['list', listNotices],
  ['read', readNotice],
  ['see', seeNotices],
] as const)('to %s them one must be signed in on the site', async (_, endpoint) => {
  const query: Record<string, number> = endpoint === readNotice ? { id: await publish() } : {}
  const asked = { query, body: endpoint === seeNotices ? { id: null } : undefined }
  expect((await api.call(endpoint, asked)).body.code).toBe('unauthenticated')
  expect((await api.call(endpoint, { ...asked, token: abroad })).body.code).toBe('unauthenticated')
  expect((await api.call(endpoint, { ...asked, token, domain: 'nowhere.test' })).body.code).toBe(
    'unknown_site',
  )
  expect((await api.call(endpoint, { ...asked, token })).status).toBe(200)
})

test.each([
  [listNotices, { page: -1 }, 'page'],
  [listNotices, { page: 'two' }, 'page'],
  [listNotices, { size: 0 }, 'size'],
  [listNotices, { size: 101 }, 'size'],
  [readNotice, {}, 'id'],
  [readNotice, { id: 0 }, 'id'],
  [readNotice, { id: 'first' }, 'id'],
] as const)('bad input is named: $1', async (endpoint, query, field) => {
  const { status, body } = await api.call(endpoint, { token, query: { ...query } })
  expect([status, Object.keys(body.fields)]).toEqual([422, [field]])
})

test.each([[{}], [{ id: 0 }], [{ id: 'all' }], [{ id: 1.5 }]])('%j marks nothing', async (body) => {
  const { status, body: reply } = await api.call(seeNotices, { token, body })
  expect([status, Object.keys(reply.fields)]).toEqual([422, ['id']])
})

test('a site without notices has an empty list', async () => {
  await publish({ siteId: playlist })
  expect(await api.ask(listNotices, { token })).toMatchObject({ total: 0, page: 0, size: 20, notices: [] })
})

test('pinned ones come first, then the newest, then the last one written', async () => {
  const at = '2026-11-10T00:00:00Z'
  await publish({ title: 'old, pinned', pinned: true, at: '2026-01-01T00:00:00Z' })
  await publish({ title: 'first', at })
  await publish({ title: 'second', at })
  await publish({ title: 'newest', at: '2026-11-19T00:00:00Z' })
  await publish({ title: 'new, pinned', pinned: true, at })
  expect(await titles()).toEqual(['new, pinned', 'old, pinned', 'newest', 'second', 'first'])
})

test('a page at a time, as long as there are any', async () => {
  for (let at = 1; at <= 5; at++) await publish({ title: `${at}`, at: `2026-11-0${at}T00:00:00Z` })
  const page = (number: number) => api.ask(listNotices, { token, query: { page: number, size: 2 } })
  const pages = [await page(0), await page(1), await page(2), await page(3)]
  expect(pages.map(({ notices }) => notices.map(({ title }) => title))).toEqual([
    ['5', '4'],
    ['3', '2'],
    ['1'],
    [],
  ])
  expect(pages.map(({ total, page, size }) => [total, page, size])).toEqual(
    [0, 1, 2, 3].map((number) => [5, number, 2]),
  )
  expect((await page(Number.MAX_SAFE_INTEGER)).notices).toEqual([])
})

test('a scheduled one appears when its time has come', async () => {
  const id = await publish({ title: 'later', at: '2026-11-20T10:00:00Z' })
  expect(await api.ask(listNotices, { token })).toMatchObject({ total: 0, notices: [] })
  expect((await api.call(readNotice, { token, query: { id } })).body.code).toBe('not_found')
  api.clock.now = new Date('2026-11-20T10:00:00Z')
  expect(await titles()).toEqual(['later'])
  expect((await read(id)).title).toBe('later')
  api.clock.now = new Date('2026-11-20T09:00:00Z')
})

test('another site’s notice does not exist, nor does one that nobody wrote', async () => {
  const theirs = await publish({ siteId: playlist, title: { en: 'Theirs' } })
  for (const id of [theirs, theirs + 1000, Number.MAX_SAFE_INTEGER]) {
    const { status, body } = await api.call(readNotice, { token, query: { id } })
    expect([status, body.code]).toEqual([404, 'not_found'])
  }
  expect((await read(theirs, { token: abroad, domain: 'list.test' })).title).toBe('Theirs')
})

test('it is in the caller’s language, else in the site’s, else in any that there is', async () => {
  const all = { ko: '한국어', en: 'English', 'zh-CN': '简体', 'zh-TW': '繁體' }
  for (const siteId of [site, playlist]) {
    await publish({ siteId, title: all, at: '2026-11-04T00:00:00Z' })
    await publish({ siteId, title: { ...all, 'zh-TW': ' ' }, at: '2026-11-03T00:00:00Z' })
    await publish({ siteId, title: { 'zh-CN': '只有简体' }, at: '2026-11-02T00:00:00Z' })
    await publish({ siteId, title: {}, at: '2026-11-01T00:00:00Z' })
  }
  const there = { token: abroad, domain: 'list.test' }
  expect(await titles({ language: 'zh-TW' })).toEqual(['繁體', '한국어', '只有简体', ''])
  expect(await titles({ language: 'zh-TW', ...there })).toEqual(['繁體', 'English', '只有简体', ''])
  expect(await titles({ language: 'fr-FR, zh-HK;q=0.8' })).toEqual(['繁體', '한국어', '只有简体', ''])
  expect(await titles({ language: 'fr' })).toEqual(['한국어', '한국어', '只有简体', ''])
  expect(await titles({ language: 'fr', ...there })).toEqual(['English', 'English', '只有简体', ''])
  const id = await publish({ title: all, body: { en: 'Hello', ko: '안녕하세요' } })
  expect(await read(id, { language: 'en' })).toMatchObject({ title: 'English', blocks: [said('Hello')] })
  expect(await read(id, { language: 'zh-CN' })).toMatchObject({ title: '简体', blocks: [said('안녕하세요')] })
})

test('calls at the same time each get their own language', async () => {
  await publish({ title: { ko: 'ko', en: 'en', 'zh-CN': 'zh-CN', 'zh-TW': 'zh-TW' } })
  const languages = Array.from({ length: 6 }, () => ['ko', 'en', 'zh-CN', 'zh-TW']).flat()
  expect(await Promise.all(languages.map((language) => titles({ language })))).toEqual(
    languages.map((language) => [language]),
  )
})

test('it comes with its days and its words, which are read anew when they have changed', async () => {
  const id = await publish({
    title: ' 제목 ',
    body: '\n첫 문단\n둘째 줄\n\n\n  <b>둘째</b> 문단 & 끝 \r\n \t\r\n셋째\n',
    at: '2026-11-05T01:02:03Z',
    pinned: true,
  })
  const before = {
    id,
    title: '제목',
    published_at: '2026-11-05T01:02:03.000Z',
    edited_at: null,
    pinned: true,
    is_new: false,
    blocks: [said('첫 문단 둘째 줄'), said('둘째 문단 & 끝'), said('셋째')],
  }
  expect(await read(id)).toEqual(before)
  await api.db.query('update notices set body = $2, edited_at = $3 where id = $1', [
    id,
    { ko: '*새* 글' },
    '2026-11-06T01:02:03Z',
  ])
  const blocks = [
    {
      kind: 'paragraph',
      children: [
        { kind: 'emphasis', children: [{ kind: 'text', text: '새' }] },
        { kind: 'text', text: ' 글' },
      ],
    },
  ]
  expect(await read(id)).toEqual({ ...before, edited_at: '2026-11-06T01:02:03.000Z', blocks })
})

test('a withdrawn one does not exist, until it is restored', async () => {
  const id = await publish({ title: 'taken back' })
  await publish({ title: 'stays' })
  const withdraw = (moment: string | null) =>
    api.db.query('update notices set withdrawn_at = $2 where id = $1', [id, moment])
  await withdraw('2026-11-19T00:00:00Z')
  expect(await api.ask(listNotices, { token })).toMatchObject({ total: 1, notices: [{ title: 'stays' }] })
  expect((await api.call(readNotice, { token, query: { id } })).body.code).toBe('not_found')
  await withdraw(null)
  expect(await titles()).toEqual(['stays', 'taken back'])
  expect((await read(id)).title).toBe('taken back')
})
