import { expect, test } from 'vitest'
import { locales } from '#contract/locale.ts'
import { searchWithoutFlags } from '#lib/flags.ts'
import { keptLanguage, localePath, plainPath } from '#lib/language.ts'
import { loginPath, needsAccount, pathAfterLogin } from '#lib/redirect.ts'

const from = (path: string) => pathAfterLogin(`?${new URLSearchParams({ fromUrl: path })}`)

test('a path and its language come apart and together again', () => {
  for (const path of ['/', '/dashboard', '/guides/pc-upload']) {
    for (const locale of locales) expect(plainPath(localePath(path, locale))).toBe(path)
  }
  expect(localePath('/', 'en')).toBe('/en')
  expect(localePath('/dashboard', 'zh-CN')).toBe('/zh-CN/dashboard')
  expect(localePath('/dashboard', 'ko')).toBe('/dashboard')
})

test('a built file is its page', () => {
  expect(plainPath('/dashboard.html')).toBe('/dashboard')
  expect(plainPath('/index.html')).toBe('/')
  expect(plainPath('/en.html')).toBe('/')
  expect(plainPath('/en/login/')).toBe('/login')
  expect(plainPath('/entry')).toBe('/entry')
  expect(plainPath('/en//evil.example')).toBe('/evil.example')
})

test('the language cookie is found among others and only when we have the language', () => {
  expect(keptLanguage('a=1; language=zh-TW; b=2')).toBe('zh-TW')
  expect(keptLanguage('language=en')).toBe('en')
  expect(keptLanguage('mylanguage=en')).toBeUndefined()
  expect(keptLanguage('language=fr')).toBeUndefined()
  expect(keptLanguage('')).toBeUndefined()
})

test('after signing in one comes back to a page of this site', () => {
  expect(from('/dashboard?period=latest')).toBe('/dashboard?period=latest')
  expect(from('/en/dashboard#x')).toBe('/en/dashboard#x')
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/.//evil.example/x',
  '/x/..//evil.example',
  '/%2e//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'dashboard',
  '',
  '/login',
  '/en/join',
  '/external/auth?code=1',
])('after signing in %j is not followed', (path) => {
  expect(from(path)).toBeUndefined()
})

test('the login page knows where to go back to', () => {
  const path = loginPath({ pathname: '/en/dashboard', search: '?period=latest' }, 'en')
  expect(path).toBe('/en/login?fromUrl=%2Fen%2Fdashboard%3Fperiod%3Dlatest')
  expect(pathAfterLogin(new URL(path, 'http://x').search)).toBe('/en/dashboard?period=latest')
})

test('only the pages for everyone can be read without an account', () => {
  for (const path of ['/', '/login', '/join', '/external/auth', '/language'])
    expect(needsAccount(path)).toBe(false)
  for (const path of ['/dashboard', '/manage-channel', '/musics/all', '/anything'])
    expect(needsAccount(path)).toBe(true)
})

test('flags of open modals are taken out of an address, other parameters stay', () => {
  expect(searchWithoutFlags('?menu=1&period=latest')).toBe('?period=latest')
  expect(searchWithoutFlags('?logout')).toBe('')
  expect(searchWithoutFlags('?period=latest')).toBeUndefined()
  expect(searchWithoutFlags('')).toBeUndefined()
})
