import { expect, test } from 'vitest'
import { cacheRule, hostRules, redirectOf, redirects, shellOf } from '#contract/hosting.ts'
import { locales } from '#contract/locale.ts'
import { addressOf, restoredAddress } from '#lib/lost-address.ts'
import { headersFile, redirectsFile } from '../../src/build/static-host.ts'

const at = (address: string) => new URL(address, 'http://site.example')

test('an address in the table leads on in its language', () => {
  expect(redirectOf('/guide')).toBe('/guides')
  expect(redirectOf('/en/guide')).toBe('/en/guides')
  expect(redirectOf('/zh-TW/guides/pc-auth')).toBe('/zh-TW/guides/auths/pc-auth')
  expect(redirectOf('/home')).toBe('/')
  expect(redirectOf('/en/home')).toBe('/en')
})

test.each(['/', '/guides', '/guide/x', '/english/guide', '/constructor', '/en/toString'])(
  '%s is not in the table',
  (path) => {
    expect(redirectOf(path)).toBeUndefined()
  },
)

test('no redirect leads to another', () => {
  for (const target of Object.values(redirects)) expect(redirectOf(target)).toBeUndefined()
})

test('a shell stands for one more part of its address, in its language', () => {
  expect(shellOf('/notices/12')).toBe('/notices')
  expect(shellOf('/zh-CN/notices/12')).toBe('/zh-CN/notices')
  for (const path of [
    '/notices',
    '/notices/',
    '/notices/1/2',
    '/notices/a.js',
    '/noticesx/1',
    '/x/notices/1',
  ])
    expect(shellOf(path), path).toBeUndefined()
})

test('the page for unknown addresses leads to a shell, which finds its address again', () => {
  for (const address of ['/notices/12', '/en/notices/12?host=a.example', '/zh-TW/notices/3#top']) {
    const shell = addressOf(at(address))
    expect(shell).toMatch(/^(\/en|\/zh-TW)?\/notices\?/)
    expect(restoredAddress(at(shell ?? ''))).toBe(address)
  }
  expect(addressOf(at('/guide?a=1'))).toBe('/guides?a=1')
  expect(addressOf(at('/guides/?a=1'))).toBe('/guides?a=1')
  expect(addressOf(at('/'))).toBeUndefined()
  expect(addressOf(at('/nowhere'))).toBeUndefined()
})

test.each(['/notices', '/notices?at=', '/notices?at=../x', '/notices?at=//evil.example', '/guides?at=12'])(
  '%s stays as it is',
  (address) => {
    expect(restoredAddress(at(address))).toBeUndefined()
  },
)

test('static hosts are told the same rules', () => {
  const lines = redirectsFile().trim().split('\n')
  expect(lines).toHaveLength(hostRules().length)
  for (const locale of locales) {
    const prefix = locale === 'ko' ? '' : `/${locale}`
    expect(lines).toContain(`${prefix}/guide ${prefix}/guides 301`)
    expect(lines).toContain(`${prefix}/notices/* ${prefix}/notices 200`)
  }
  for (const [from, to, status] of hostRules()) {
    if (status === 301) expect(redirectOf(from)).toBe(to)
    else expect(shellOf(from.replace('*', '12'))).toBe(to)
  }
  expect(headersFile()).toContain("  Content-Security-Policy: frame-ancestors 'none'")
  expect(headersFile()).toContain(`/_astro/*\n  Cache-Control: ${cacheRule('/_astro/x.js')}`)
  expect(headersFile()).toContain('/version.json\n  Cache-Control: no-store')
})
