import { afterAll, beforeAll, expect, test } from 'vitest'
import { join } from '#contract/people/auth.ts'
import { readMeta } from '#contract/portal/site.ts'
import { readConfig } from '#server/platform/config.ts'
import { createMailTokens } from '#server/platform/mail/mail-tokens.ts'
import { findMail, renderStoredMail } from '#server/platform/mail/stored-mail.ts'
import { createContentLoader } from '#server/portal/pages/page-content.ts'
import { createSite } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
  await createSite(api.db)
  await setNames('--name', '훅라인', '--name-in', 'en=Hookline', '--name-in', 'zh-CN=钩线')
})
afterAll(() => api.close())

const setNames = (...options: string[]) => runOperator(api.db, 'site', 'set', 'example.test', ...options)
const readName = async (language: string) => {
  const { metadata } = await api.call(readMeta, { domain: '', language, query: { domain: 'example.test' } })
  return metadata.name
}

test('a site has its name in the language of the caller, and its own where it has none', async () => {
  expect(await Promise.all(['ko', 'en', 'zh-CN', 'zh-TW'].map(readName))).toEqual([
    '훅라인',
    'Hookline',
    '钩线',
    '훅라인',
  ])
})

test('a page is filled with the name in its language', async () => {
  const load = createContentLoader(api.db, 'https://api.test')
  const needs = { hasPopularTracks: false, isHome: false }
  const names = await Promise.all(
    (['en', 'zh-TW'] as const).map(
      async (locale) => (await load('example.test', { ...needs, locale }))?.site.name,
    ),
  )
  expect(names).toEqual(['Hookline', '훅라인'])
})

test('mail names the site in its language', async () => {
  const body = { email: 'ann@people.test', password: 'quiet river 41 lamps', nickname: 'Ann' }
  expect((await api.request(join, { language: 'en', body })).status).toBe(200)
  const [row] = await queryRaw<{ id: number }>(
    api.db,
    `select id from mails where recipient = 'ann@people.test'`,
  )
  const mail = await findMail(api.db, row?.id ?? 0)
  expect(mail && renderStoredMail(mail, readConfig({}), createMailTokens())?.subject).toBe(
    'Confirm your email address for Hookline',
  )
})

test('nobody can pose as the site in any of its languages', async () => {
  const body = { email: 'eve@people.test', password: 'quiet river 41 lamps', nickname: 'hook-line' }
  const { body: reply } = await api.request(join, { body })
  expect(reply.fields.nickname.code).toBe('nickname_reserved')
})

test('a name in a language can be taken away, and each change is recorded', async () => {
  await setNames('--name-in', 'zh-CN=none')
  expect(await readName('zh-CN')).toBe('훅라인')
  expect((await runOperator(api.db, 'site', 'show', 'example.test')).text).toMatch(/name en +Hookline/)
  const entries = await queryRaw<{ detail: object }>(
    api.db,
    `select detail from audit_log where action = 'site set' order by id desc limit 1`,
  )
  expect(entries[0]?.detail).toMatchObject({
    before: { 'name zh-CN': '钩线' },
    after: { 'name zh-CN': null },
  })
})

test.each([
  ['no language', 'Hookline', 'a language and a name'],
  ['an unknown language', 'fr=Hookline', 'a language and a name'],
  ['an empty name', 'en=', 'some text'],
  ['a long name', `en=${'x'.repeat(61)}`, 'at most 60'],
])('refuses %s', async (_, value, message) => {
  await expect(setNames('--name-in', value)).rejects.toThrow(message)
})
