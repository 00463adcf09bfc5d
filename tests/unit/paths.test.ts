import { expect, test } from 'vitest'
import { locales } from '#contract/platform/locale.ts'
import { localizePath, parseLanguageCookie, stripLocale } from '#lib/i18n/language.ts'
import { removeDialogFlags } from '#lib/navigation/dialog-flags.ts'
import { buildLoginPath, parseReturnPath, requiresAccount } from '#lib/navigation/login-redirect.ts'

const getRedirect = (path: string) => parseReturnPath(`?${new URLSearchParams({ fromUrl: path })}`)

test('a path and its language come apart and together again', () => {
  for (const path of ['/', '/dashboard', '/guides/pc-upload']) {
    for (const locale of locales) expect(stripLocale(localizePath(path, locale))).toBe(path)
  }
  expect(localizePath('/', 'en')).toBe('/en')
  expect(localizePath('/dashboard', 'zh-CN')).toBe('/zh-CN/dashboard')
  expect(localizePath('/dashboard', 'ko')).toBe('/dashboard')
})

test('a built file is its page', () => {
  expect(stripLocale('/dashboard.html')).toBe('/dashboard')
  expect(stripLocale('/index.html')).toBe('/')
  expect(stripLocale('/en.html')).toBe('/')
  expect(stripLocale('/en/login/')).toBe('/login')
  expect(stripLocale('/entry')).toBe('/entry')
  expect(stripLocale('/en//evil.example')).toBe('/evil.example')
})

test('the language cookie is found among others and only when we have the language', () => {
  expect(parseLanguageCookie('a=1; language=zh-TW; b=2')).toBe('zh-TW')
  expect(parseLanguageCookie('language=en')).toBe('en')
  expect(parseLanguageCookie('mylanguage=en')).toBeUndefined()
  expect(parseLanguageCookie('language=fr')).toBeUndefined()
  expect(parseLanguageCookie('')).toBeUndefined()
  expect(parseLanguageCookie('language=ko; __Host-language=en')).toBe('en')
})

test('after signing in one comes back to a page of this site', () => {
  expect(getRedirect('/dashboard?period=latest')).toBe('/dashboard?period=latest')
  expect(getRedirect('/en/dashboard#x')).toBe('/en/dashboard#x')
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
  '/external/provider?code=1',
])('after signing in %j is not followed', (path) => {
  expect(getRedirect(path)).toBeUndefined()
})

test('the login page knows where to go back to', () => {
  const path = buildLoginPath({ pathname: '/en/dashboard', search: '?period=latest', hash: '#videos' }, 'en')
  expect(path).toBe('/en/login?fromUrl=%2Fen%2Fdashboard%3Fperiod%3Dlatest%23videos')
  expect(parseReturnPath(new URL(path, 'http://x').search)).toBe('/en/dashboard?period=latest#videos')
})

test('only the pages for everyone can be read without an account', () => {
  for (const path of ['/', '/login', '/join', '/external/auth', '/external/provider'])
    expect(requiresAccount(path)).toBe(false)
  for (const path of ['/guides', '/guides/auths/pc-auth', '/musics', '/musics/12'])
    expect(requiresAccount(path)).toBe(false)
  for (const path of ['/dashboard', '/language', '/manage-channel', '/musics/all', '/anything'])
    expect(requiresAccount(path)).toBe(true)
})

test('flags of open modals are taken out of an address, other parameters stay', () => {
  expect(removeDialogFlags('?menu=1&period=latest')).toBe('?period=latest')
  expect(removeDialogFlags('?logout')).toBe('')
  const specified = 'menu delete logout videoDetail addChannel assign unassign addMember password'.split(' ')
  for (const flag of [...specified, 'verify', 'review', 'fee', 'withdraw'])
    expect(removeDialogFlags(`?a=1&${flag}=7&b=2`)).toBe('?a=1&b=2')
  expect(removeDialogFlags('?period=latest')).toBe('?period=latest')
  expect(removeDialogFlags('')).toBe('')
})
