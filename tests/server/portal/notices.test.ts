import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { listNotices, markNoticesRead, readNotice } from '#contract/portal/notices.ts'
import { createAccount, createSite, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'

let api: Api
let exampleSiteId: number
let playlistSiteId: number
let token: string
let playlistToken: string

beforeAll(async () => {
  api = await startApi()
  api.clock.now = new Date('2026-11-20T09:00:00Z')
  const korean = await createSite(api.db)
  const english = await createSite(api.db, 'list.test', true)
  const manager = await createAccount(api.db, korean, 'boss@example.test')
  await createAccount(api.db, korean, 'member@example.test', manager)
  await createAccount(api.db, english, 'boss@list.test')
  ;[exampleSiteId, playlistSiteId] = [korean.id, english.id]
  token = await signIn(api, 'member@example.test')
  playlistToken = await signIn(api, 'boss@list.test', 'list.test')
})
afterAll(() => api.close())
afterEach(() => execRaw(api.db, 'delete from notices'))

interface NoticeOptions {
  title?: string | Record<string, string>
  body?: string | Record<string, string>
  publishedAt?: string
  pinned?: boolean
  siteId?: number
}

async function insertNotice({
  title = '공지',
  body = '내용',
  publishedAt = '2026-11-01T00:00:00Z',
  pinned = false,
  siteId = exampleSiteId,
}: NoticeOptions = {}): Promise<number> {
  const [row] = await queryRaw<{ id: number }>(
    api.db,
    'insert into notices (site_id, title, body, pinned, published_at) values ($1, $2, $3, $4, $5) returning id',
    [
      siteId,
      typeof title === 'string' ? { ko: title } : title,
      typeof body === 'string' ? { ko: body } : body,
      pinned,
      publishedAt,
    ],
  )
  if (!row) throw new Error('the notice was not published')
  return row.id
}

const buildParagraph = (...texts: string[]) => ({
  kind: 'paragraph',
  children: texts.map((text) => ({ kind: 'text', text })),
})

const listTitles = async (options: Parameters<Api['request']>[1] = {}) =>
  (await api.call(listNotices, { token, ...options })).notices.map(({ title }) => title)

const fetchNotice = async (id: number, options: Parameters<Api['request']>[1] = {}) =>
  (await api.call(readNotice, { token, query: { id }, ...options })).notice

test.each([
  ['list', listNotices],
  ['read', readNotice],
  ['see', markNoticesRead],
] as const)('to %s them one must be signed in on the site', async (_, endpoint) => {
  const query: Record<string, number> = endpoint === readNotice ? { id: await insertNotice() } : {}
  const asked = { query, body: endpoint === markNoticesRead ? { id: null } : undefined }
  expect((await api.request(endpoint, asked)).body.code).toBe('unauthenticated')
  expect((await api.request(endpoint, { ...asked, token: playlistToken })).body.code).toBe('unauthenticated')
  expect((await api.request(endpoint, { ...asked, token, domain: 'nowhere.test' })).body.code).toBe(
    'unknown_site',
  )
  expect((await api.request(endpoint, { ...asked, token })).status).toBe(200)
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
  const { status, body } = await api.request(endpoint, { token, query: { ...query } })
  expect([status, Object.keys(body.fields)]).toEqual([422, [field]])
})

test.each([[{}], [{ id: 0 }], [{ id: 'all' }], [{ id: 1.5 }]])('%j marks nothing', async (body) => {
  const { status, body: reply } = await api.request(markNoticesRead, { token, body })
  expect([status, Object.keys(reply.fields)]).toEqual([422, ['id']])
})

test('a site without notices has an empty list', async () => {
  await insertNotice({ siteId: playlistSiteId })
  expect(await api.call(listNotices, { token })).toMatchObject({ total: 0, page: 0, size: 20, notices: [] })
})

test('pinned ones come first, then the newest, then the last one written', async () => {
  const at = '2026-11-10T00:00:00Z'
  await insertNotice({ title: 'old, pinned', pinned: true, publishedAt: '2026-01-01T00:00:00Z' })
  await insertNotice({ title: 'first', publishedAt: at })
  await insertNotice({ title: 'second', publishedAt: at })
  await insertNotice({ title: 'newest', publishedAt: '2026-11-19T00:00:00Z' })
  await insertNotice({ title: 'new, pinned', pinned: true, publishedAt: at })
  expect(await listTitles()).toEqual(['new, pinned', 'old, pinned', 'newest', 'second', 'first'])
})

test('a page at a time, as long as there are any', async () => {
  for (let at = 1; at <= 5; at++)
    await insertNotice({ title: `${at}`, publishedAt: `2026-11-0${at}T00:00:00Z` })
  const page = (number: number) => api.call(listNotices, { token, query: { page: number, size: 2 } })
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
  expect((await page(1_000_000)).notices).toEqual([])
})

test('a scheduled one appears when its time has come', async () => {
  const id = await insertNotice({ title: 'later', publishedAt: '2026-11-20T10:00:00Z' })
  expect(await api.call(listNotices, { token })).toMatchObject({ total: 0, notices: [] })
  expect((await api.request(readNotice, { token, query: { id } })).body.code).toBe('not_found')
  api.clock.now = new Date('2026-11-20T10:00:00Z')
  expect(await listTitles()).toEqual(['later'])
  expect((await fetchNotice(id)).title).toBe('later')
  api.clock.now = new Date('2026-11-20T09:00:00Z')
})

test('another site’s notice does not exist, nor does one that nobody wrote', async () => {
  const theirs = await insertNotice({ siteId: playlistSiteId, title: { en: 'Theirs' } })
  for (const id of [theirs, theirs + 1000, Number.MAX_SAFE_INTEGER]) {
    const { status, body } = await api.request(readNotice, { token, query: { id } })
    expect([status, body.code]).toEqual([404, 'not_found'])
  }
  expect((await fetchNotice(theirs, { token: playlistToken, domain: 'list.test' })).title).toBe('Theirs')
})

test('it is in the caller’s language, else in the site’s, else in any that there is', async () => {
  const all = { ko: '한국어', en: 'English', 'zh-CN': '简体', 'zh-TW': '繁體' }
  for (const siteId of [exampleSiteId, playlistSiteId]) {
    await insertNotice({ siteId, title: all, publishedAt: '2026-11-04T00:00:00Z' })
    await insertNotice({ siteId, title: { ...all, 'zh-TW': ' ' }, publishedAt: '2026-11-03T00:00:00Z' })
    await insertNotice({ siteId, title: { 'zh-CN': '只有简体' }, publishedAt: '2026-11-02T00:00:00Z' })
    await insertNotice({ siteId, title: {}, publishedAt: '2026-11-01T00:00:00Z' })
  }
  const there = { token: playlistToken, domain: 'list.test' }
  expect(await listTitles({ language: 'zh-TW' })).toEqual(['繁體', '한국어', '只有简体', ''])
  expect(await listTitles({ language: 'zh-TW', ...there })).toEqual(['繁體', 'English', '只有简体', ''])
  expect(await listTitles({ language: 'fr-FR, zh-HK;q=0.8' })).toEqual(['繁體', '한국어', '只有简体', ''])
  expect(await listTitles({ language: 'fr' })).toEqual(['한국어', '한국어', '只有简体', ''])
  expect(await listTitles({ language: 'fr', ...there })).toEqual(['English', 'English', '只有简体', ''])
  const id = await insertNotice({ title: all, body: { en: 'Hello', ko: '안녕하세요' } })
  expect(await fetchNotice(id, { language: 'en' })).toMatchObject({
    title: 'English',
    titleLocale: 'en',
    blocksLocale: 'en',
    blocks: [buildParagraph('Hello')],
  })
  expect(await fetchNotice(id, { language: 'zh-CN' })).toMatchObject({
    title: '简体',
    titleLocale: 'zh-CN',
    blocksLocale: 'ko',
    blocks: [buildParagraph('안녕하세요')],
  })
})

test('calls at the same time each get their own language', async () => {
  await insertNotice({ title: { ko: 'ko', en: 'en', 'zh-CN': 'zh-CN', 'zh-TW': 'zh-TW' } })
  const languages = Array.from({ length: 6 }, () => ['ko', 'en', 'zh-CN', 'zh-TW']).flat()
  expect(await Promise.all(languages.map((language) => listTitles({ language })))).toEqual(
    languages.map((language) => [language]),
  )
})

test('it comes with its dates and blocks, which follow an edit', async () => {
  const id = await insertNotice({
    title: ' 제목 ',
    body: '\n첫 문단\n둘째 줄\n\n\n  <b>둘째</b> 문단 & 끝 \r\n \t\r\n셋째\n',
    publishedAt: '2026-11-05T01:02:03Z',
    pinned: true,
  })
  const before = {
    id,
    title: '제목',
    titleLocale: 'ko',
    blocksLocale: 'ko',
    publishedAt: '2026-11-05T01:02:03.000Z',
    editedAt: null,
    pinned: true,
    isNew: false,
    blocks: [buildParagraph('첫 문단 둘째 줄'), buildParagraph('둘째', ' 문단 & 끝'), buildParagraph('셋째')],
  }
  expect(await fetchNotice(id)).toEqual(before)
  await queryRaw(api.db, 'update notices set body = $2, edited_at = $3 where id = $1', [
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
  expect(await fetchNotice(id)).toEqual({ ...before, editedAt: '2026-11-06T01:02:03.000Z', blocks })
})

test('a withdrawn one does not exist, until it is restored', async () => {
  const id = await insertNotice({ title: 'taken back' })
  await insertNotice({ title: 'stays' })
  const withdraw = (moment: string | null) =>
    queryRaw(api.db, 'update notices set withdrawn_at = $2 where id = $1', [id, moment])
  await withdraw('2026-11-19T00:00:00Z')
  expect(await api.call(listNotices, { token })).toMatchObject({ total: 1, notices: [{ title: 'stays' }] })
  expect((await api.request(readNotice, { token, query: { id } })).body.code).toBe('not_found')
  await withdraw(null)
  expect(await listTitles()).toEqual(['stays', 'taken back'])
  expect((await fetchNotice(id)).title).toBe('taken back')
})
