import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTag, deleteTag } from '#contract/channels/channel-tags.ts'
import { withdrawAccount } from '#contract/people/account.ts'
import { deleteMember } from '#contract/people/member-management.ts'
import {
  deleteView,
  listSavedViews,
  maxSavedViews,
  renameView,
  reorderViews,
  replaceView,
  saveView,
} from '#contract/portal/saved-views.ts'
import { viewPages } from '#contract/view-pages.ts'
import {
  createAccount,
  createChannel,
  createSite,
  findPerson,
  insertAssignment,
  password,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'

let api: Api
const ids = { boss: 0, kim: 0, rival: 0 }
const tokens = { boss: '', kim: '', rival: '' }
type Person = keyof typeof tokens

beforeAll(async () => {
  api = await startApi()
  const site = await createSite(api.db)
  ids.boss = await createAccount(api.db, site, 'boss@example.test')
  ids.kim = await createAccount(api.db, site, 'kim@example.test', ids.boss)
  ids.rival = await createAccount(api.db, site, 'rival@example.test')
  await queryRaw(api.db, `update accounts set nickname = '김하늘' where id = $1`, [ids.kim])
  for (const who of ['boss', 'kim', 'rival'] as const) tokens[who] = await signIn(api, `${who}@example.test`)
})
afterAll(() => api.close())
afterEach(() => execRaw(api.db, 'delete from saved_views'))

const list = async (who: Person = 'boss') => (await api.call(listSavedViews, { token: tokens[who] })).views
const save = (body: object, who: Person = 'boss') =>
  api.request(saveView, {
    token: tokens[who],
    body: { name: 'View', path: '/dashboard', query: '', ...body },
  })
const saveId = async (body: object, who: Person = 'boss'): Promise<number> => {
  const { status, body: reply } = await save(body, who)
  expect([status, reply.message]).toEqual([200, expect.any(String)])
  return reply.id
}
const describeReply = ({ status, body }: { status: number; body: { code?: string; fields?: object } }) => [
  status,
  body.code ?? 'ok',
  ...Object.entries(body.fields ?? {}).map(([name, { code }]) => `${name} ${code}`),
]

test('a view comes back as it was saved, with the names that its parameters stand for', async () => {
  const channel = channelIdFor('mine')
  await createChannel(api.db, ids.boss, channel)
  const query = `period=28-days&compare=year&member=${ids.kim}&sort=profit&columns=trend%2Cviews`
  await saveId({ name: ' 아침 보고 ', path: '/report-video', query: `${query}&channel=${channel}` })
  await saveId({ name: 'Channel', path: `/report-channel/${channel}` })
  expect(await list()).toEqual([
    {
      id: expect.any(Number),
      name: '아침 보고',
      path: '/report-video',
      query: `period=28-days&compare=year&member=${ids.kim}&channel=${channel}&sort=profit&columns=trend%2Cviews`,
      createdAt: api.clock.now.toISOString(),
      memberName: '김하늘',
      channelName: expect.any(String),
      tagName: null,
    },
    expect.objectContaining({
      name: 'Channel',
      query: '',
      memberName: null,
      channelName: expect.any(String),
    }),
  ])
})

test('names are of what the person can see today', async () => {
  const [own, given] = [channelIdFor('own'), channelIdFor('given')]
  await createChannel(api.db, ids.boss, own)
  await insertAssignment(api.db, await createChannel(api.db, ids.boss, given), ids.kim)
  for (const who of ['boss', 'kim', 'rival'] as const) {
    await saveId({ name: 'own', path: `/report-channel/${own}`, query: `member=${ids.kim}` }, who)
    await saveId({ name: 'given', path: `/report-channel/${given}` }, who)
    const seen = (await list(who)).map(({ memberName, channelName }) => [memberName, channelName !== null])
    expect([who, ...seen]).toEqual([
      who,
      [who === 'boss' ? '김하늘' : null, who === 'boss'],
      [null, who !== 'rival'],
    ])
  }
})

test('the name of a tag is that of its person alone', async () => {
  const { tag } = await api.call(createTag, { token: tokens.boss, body: { name: '요리' } })
  const readNames = async (who: Person) => (await list(who)).map(({ tagName }) => tagName)
  for (const who of ['boss', 'kim'] as const) await saveId({ query: `tag=${tag.id}` }, who)
  expect([await readNames('boss'), await readNames('kim')]).toEqual([['요리'], [null]])
  await api.call(deleteTag, { token: tokens.boss, body: { id: tag.id } })
  expect(await readNames('boss')).toEqual([null])
})

test('the order of parameters, and what is the default anyway, make no difference', async () => {
  await saveId({ path: '/report-video', query: 'order=desc&sort=profit&period=month&search=' })
  await saveId({ name: 'Other', path: '/report-video', query: 'from=2026-01-01&sort=views&to=2026-01-31' })
  await saveId({
    name: 'Days',
    path: '/report-video',
    query: 'to=2026-01-31&period=custom&from=2026-01-01&search=a+b%26c',
  })
  expect((await list()).map(({ query }) => query)).toEqual([
    'sort=profit',
    '',
    'period=custom&from=2026-01-01&to=2026-01-31&search=a+b%26c',
  ])
})

test('each page takes its own parameters alone', async () => {
  const channel = channelIdFor('any')
  const pages = {
    '/dashboard': 'metric=views&movers=video&hide=a,b&grain=week',
    '/report-channel': `channels=${channel},,${channel}&size=50&search=x`,
    '/report-video': `channel=${channel}`,
    [`/report-channel/${channel}`]: 'sort=price&order=asc',
    '/report-video/abcdefghijk': `channel=${channel}&compare=none`,
    '/musics/12': 'period=90-days',
    '/manage-channel': 'state=held&member=none&sort=name&order=asc',
    '/manage-member': 'state=payee&sort=net&month=2026-03&columns=net,rate',
    '/months': 'search=kim&state=paid&sort=net&order=asc&columns=net',
    '/months/2026-03': 'sort=member',
    '/payments': 'search=kim',
    '/statements': `member=${ids.kim}`,
  }
  expect(Object.keys(pages)).toHaveLength(Object.keys(viewPages).length)
  for (const [path, query] of Object.entries(pages)) await saveId({ name: path, path, query })
  expect((await list()).map(({ path }) => path)).toEqual(Object.keys(pages))
  for (const [path, query] of [
    ['/payments', 'member=1'],
    ['/statements', 'search=kim'],
    ['/dashboard', 'channel=x'],
    ['/report-video/abcdefghijk', 'sort=profit'],
    ['/months', 'rate=1400000000'],
  ] as const)
    expect(describeReply(await save({ name: 'x', path, query }))).toEqual([422, 'invalid', 'query invalid'])
})

describe('is refused', () => {
  test.each([
    '//evil.example',
    '//evil.example/dashboard',
    '/\\evil.example',
    'https://evil.example/dashboard',
    'javascript:alert(1)',
    'dashboard',
    '',
    '/',
    '/en/dashboard',
    '/ko/dashboard',
    '/zh-TW/report-video',
    '/en/report-video/abcdefghijk',
    '/dashboard/',
    '/dashboard?period=28-days',
    '/dashboard#x',
    '/dashboard/../login',
    '/Dashboard',
    '/__proto__',
    '/constructor',
    '/report-video/short',
    '/report-channel/*',
    '/musics/all',
    '/notices/1',
    '/login',
    '/config-account',
  ])('the page %j', async (path) => {
    expect(describeReply(await save({ path }))).toEqual([422, 'invalid', 'path invalid'])
    expect(await list()).toEqual([])
  })

  test.each([
    'fromUrl=//evil.example',
    'host=evil.example',
    'verify=1',
    'logout=1',
    'menu=1',
    'page=3',
    'cursor=abc',
    'zoom=2026-01-01_2026-01-02',
    'period=yesterday',
    'period=28-days&period=year',
    'from=tomorrow&period=custom',
    'member=<script>',
    'member=0',
    'sort=constructor',
    '__proto__=1',
    'toString=1',
    `search=${'x'.repeat(101)}`,
    `channels=${Array.from({ length: 31 }, (_, at) => `c${at}`).join(',')}`,
    'columns=views,secret',
    'columns=<b>',
    'hide=a%00b',
  ])('the query %j', async (query) => {
    expect(describeReply(await save({ path: '/report-channel', query }))).toEqual([
      422,
      'invalid',
      'query invalid',
    ])
  })

  test('a query or a path of any length', async () => {
    for (const body of [{ query: 'x'.repeat(1_001) }, { path: `/${'x'.repeat(100)}` }])
      expect((await save(body)).status).toBe(422)
    expect((await save({ query: 'x'.repeat(100_000) })).status).toBe(413)
  })

  test.each([
    ['', 'view_name_length'],
    ['   ', 'view_name_length'],
    ['x'.repeat(61), 'view_name_length'],
    ['two\nlines', 'invalid'],
    ['nul\u0000', 'invalid'],
    ['turned \u202Egnp', 'invalid'],
    ['half \ud83d', 'invalid'],
  ])('the name %j', async (name, code) => {
    expect(describeReply(await save({ name }))).toEqual([422, 'invalid', `name ${code}`])
    const id = await saveId({ name: 'fine' })
    const renamed = await api.request(renameView, { token: tokens.boss, body: { id, name } })
    expect(describeReply(renamed)).toEqual([422, 'invalid', `name ${code}`])
  })
})

test('sixty characters are enough, whatever they are', async () => {
  for (const character of ['가', '😀', 'x']) await saveId({ name: character.repeat(60) })
  // Decomposed: three times as many before they are normalized.
  await saveId({ name: '각'.normalize('NFD').repeat(60) })
  expect((await list()).map(({ name }) => [...name].length)).toEqual([60, 60, 60, 60])
})

test('a name is taken whatever its case and its form, by other views of the same person', async () => {
  const id = await saveId({ name: 'Résumé' })
  for (const name of ['résumé', 'RÉSUMÉ', ' Résumé', 'Re\u0301sume\u0301'])
    expect(describeReply(await save({ name }))).toEqual([409, 'taken', 'name view_name_taken'])
  await saveId({ name: 'RÉSUMÉ' }, 'kim')
  const other = await saveId({ name: 'Other' })
  const rename = (view: number, name: string) =>
    api.request(renameView, { token: tokens.boss, body: { id: view, name } })
  expect(describeReply(await rename(other, 'RÉSUMÉ'))).toEqual([409, 'taken', 'name view_name_taken'])
  expect(describeReply(await rename(id, 'RÉSUMÉ'))).toEqual([200, 'ok'])
  expect((await list()).map(({ name }) => name)).toEqual(['RÉSUMÉ', 'Other'])
})

test('of the fiftieth view on, one has to go first', async () => {
  for (let at = 1; at <= maxSavedViews; at++) await saveId({ name: `View ${at}` })
  expect(describeReply(await save({ name: 'One more' }))).toEqual([409, 'views_full'])
  const [first] = await list()
  await api.call(deleteView, { token: tokens.boss, body: { id: first?.id ?? 0 } })
  await saveId({ name: 'One more' })
  const names = (await list()).map(({ name }) => name)
  expect([names.length, names[0], names.at(-1)]).toEqual([maxSavedViews, 'View 2', 'One more'])
})

test('a view is overwritten, moved and deleted', async () => {
  const views = [await saveId({ name: 'a' }), await saveId({ name: 'b' }), await saveId({ name: 'c' })]
  const [a = 0, b = 0, c = 0] = views
  const token = tokens.boss
  await api.call(replaceView, { token, body: { id: b, path: '/report-video', query: 'sort=price' } })
  const order = (order: number[]) => api.request(reorderViews, { token, body: { ids: order } })
  for (const wrong of [[a, b], [a, b, b], [a, b, c, c], [a, b, c + 1_000], []])
    expect(describeReply(await order(wrong))).toEqual([409, 'outdated'])
  expect((await order([c, a, b])).status).toBe(200)
  await api.call(deleteView, { token, body: { id: a } })
  await api.call(deleteView, { token, body: { id: a } })
  expect((await list()).map(({ name, path, query }) => [name, path, query])).toEqual([
    ['c', '/dashboard', ''],
    ['b', '/report-video', 'sort=price'],
  ])
  for (const body of [
    { id: b, path: '//evil.example', query: '' },
    { id: b, path: '/dashboard', query: 'host=evil.example' },
  ])
    expect((await api.request(replaceView, { token, body })).status).toBe(422)
  expect((await list())[1]?.path).toBe('/report-video')
})

test('nobody else reads or changes them', async () => {
  const id = await saveId({ name: 'Private' })
  const before = await list()
  for (const who of ['kim', 'rival'] as const) {
    const token = tokens[who]
    expect(await list(who)).toEqual([])
    const calls = [
      api.request(renameView, { token, body: { id, name: 'Mine' } }),
      api.request(replaceView, { token, body: { id, path: '/dashboard', query: 'metric=views' } }),
      api.request(reorderViews, { token, body: { ids: [id] } }),
      api.request(deleteView, { token, body: { id } }),
    ]
    expect((await Promise.all(calls)).map(describeReply)).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
      [409, 'outdated'],
      [200, 'ok'],
    ])
  }
  expect(await list()).toEqual(before)
})

describe('at once', () => {
  test('one of two views with the same name is saved', async () => {
    for (let round = 0; round < 5; round++) {
      await execRaw(api.db, 'delete from saved_views')
      const replies = await Promise.all([save({ name: 'Twice' }), save({ name: 'TWICE' })])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(await list()).toHaveLength(1)
    }
  })

  test('no more than fifty are saved', async () => {
    for (let at = 1; at < maxSavedViews; at++) await saveId({ name: `View ${at}` })
    const replies = await Promise.all([1, 2, 3, 4].map((at) => save({ name: `Further ${at}` })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })
})

test('who withdraws or is removed loses them', async () => {
  const site = await createSite(api.db, 'leaving.test')
  const boss = await createAccount(api.db, site, 'boss@leaving.test')
  const people = ['removed', 'leaver'] as const
  const [removed = 0] = [
    await createAccount(api.db, site, 'removed@leaving.test', boss),
    await createAccount(api.db, site, 'leaver@leaving.test', boss),
  ]
  const domain = 'leaving.test'
  const sign = (who: string) => signIn(api, `${who}@leaving.test`, domain)
  const body = { name: 'View', path: '/dashboard', query: '' }
  for (const who of ['boss', ...people]) await api.call(saveView, { domain, token: await sign(who), body })
  await api.call(deleteMember, { domain, token: await sign('boss'), body: { target: removed, password } })
  await api.call(withdrawAccount, { domain, token: await sign('leaver'), body: { password } })
  expect(await queryRaw(api.db, 'select account_id as id from saved_views')).toEqual([
    { id: await findPerson(api.db, 'boss@leaving.test', domain) },
  ])
})
