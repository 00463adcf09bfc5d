import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadScreens } from '#build/bundle/screens.ts'
import { renderHeadersFile, renderRedirectsFile } from '#build/static-host.ts'
import { locales } from '#contract/platform/locale.ts'
import {
  findRedirect,
  findShell,
  getCacheControl,
  getHostingRules,
  getPageHeaders,
  linkHeaders,
  linkPaths,
  redirects,
  securityHeaders,
  shellPaths,
  strictTransportSecurity,
} from '#contract/portal/hosting.ts'
import { getScreenPaths } from '#islands/kit/screen/manifest.ts'
import { resolveUnknownAddress, restoreShellAddress } from '#lib/navigation/not-found.ts'

const parseUrl = (address: string) => new URL(address, 'http://site.example')

test('an address in the table leads on in its language', () => {
  expect(findRedirect('/guide')).toBe('/guides')
  expect(findRedirect('/en/guide')).toBe('/en/guides')
  expect(findRedirect('/zh-TW/guides/pc-auth')).toBe('/zh-TW/guides/auths/pc-auth')
  expect(findRedirect('/home')).toBe('/')
  expect(findRedirect('/en/home')).toBe('/en')
})

test.each([
  ['/ko', '/'],
  ['/ko/', '/'],
  ['/ko/guides/pc-upload', '/guides/pc-upload'],
  ['/ko/guide', '/guides'],
  ['/ko/notices/12', '/notices/12'],
])('%s leads to the address without a prefix', (from, to) => {
  expect(findRedirect(from)).toBe(to)
})

test.each(['/ko//evil.example', '/ko/\\evil.example', '/ko/..', '/korean', '/ko/a//b', '/ko/\r\nx'])(
  '%j leads nowhere else',
  (path) => {
    expect(findRedirect(path)).toBeUndefined()
  },
)

test.each(['/', '/guides', '/guide/x', '/english/guide', '/constructor', '/en/toString'])(
  '%s is not in the table',
  (path) => {
    expect(findRedirect(path)).toBeUndefined()
  },
)

test('no redirect leads to another', () => {
  for (const target of Object.values(redirects)) expect(findRedirect(target)).toBeUndefined()
})

test('a shell stands for one more part of its address, in its language', () => {
  expect(findShell('/notices/12')).toBe('/notices')
  expect(findShell('/zh-CN/notices/12')).toBe('/zh-CN/notices')
  expect(findShell('/en/report-video/-_abcDEF012')).toBe('/en/report-video')
  expect(findShell('/report-channel/UC-_abcDEF012abcDEF012ab')).toBe('/report-channel')
  expect(findShell('/en/musics/12')).toBe('/en/musics')
  expect(findShell('/musics/all')).toBeUndefined()
  expect(findShell('/months/2026-10')).toBe('/months')
  expect(findShell('/en/statements/7')).toBe('/en/statements')
  for (const path of [
    '/notices',
    '/notices/',
    '/notices/1/2',
    '/notices/abc',
    '/notices/0',
    '/notices/12345678901',
    '/report-video/zzz',
    '/report-video/-_abcDEF0123',
    '/report-channel/abc',
    '/months/2026-13',
    '/statements/-1',
    '/constructor/1',
    '/notices/a.js',
    '/noticesx/1',
    '/x/notices/1',
  ])
    expect(findShell(path), path).toBeUndefined()
})

test('the page for unknown addresses leads to a shell, which finds its address again', () => {
  for (const address of ['/notices/12', '/en/notices/12?host=a.example', '/zh-TW/notices/3#top']) {
    const shell = resolveUnknownAddress(parseUrl(address), [])
    expect(shell).toMatch(/^(\/en|\/zh-TW)?\/notices\/index.html\?/)
    expect(restoreShellAddress(parseUrl(shell ?? ''))).toBe(address)
    // The file is missing: no loop.
    expect(resolveUnknownAddress(parseUrl(shell ?? ''), ['/notices'])).toBeUndefined()
  }
  expect(resolveUnknownAddress(parseUrl('/guide?a=1'), [])).toBe('/guides?a=1')
})

test('the page for unknown addresses leads to the file of a page, once', () => {
  const resolve = (address: string) => resolveUnknownAddress(parseUrl(address), ['/', '/guides'])
  for (const path of ['/guides', '/guides/', '/guides.html']) {
    expect(resolve(`${path}?a=1#b`)).toBe('/guides/index.html?a=1#b')
    expect(resolve(`/en${path}`)).toBe('/en/guides/index.html')
  }
  for (const path of ['/en', '/en/', '/en.html']) expect(resolve(path)).toBe('/en/index.html')
  for (const path of ['/', '/index.html', '/guides/index.html', '/en/index.html', '/nowhere', '/nowhere/'])
    expect(resolve(path), path).toBeUndefined()
})

test.each(['/notices', '/notices?at=', '/notices?at=../x', '/notices?at=//evil.example', '/guides?at=12'])(
  '%s stays as it is',
  (address) => {
    expect(restoreShellAddress(parseUrl(address))).toBeUndefined()
  },
)

test('static hosts are told the same rules', () => {
  const lines = renderRedirectsFile().trim().split('\n')
  expect(lines).toHaveLength(getHostingRules().length)
  for (const locale of locales) {
    const prefix = locale === 'ko' ? '' : `/${locale}`
    expect(lines).toContain(`${prefix}/guide ${prefix}/guides 301`)
    expect(lines).toContain(`${prefix}/notices/* ${prefix}/notices 200`)
  }
  for (const [from, to, status] of getHostingRules()) {
    if (status === 301) expect(findRedirect(from.replaceAll(':', ''))).toBe(to.replaceAll(':', ''))
    else expect(shellPaths).toContain(to.replace(/^\/(en|zh-CN|zh-TW)(?=\/)/, ''))
  }
  expect(renderHeadersFile()).toContain("  Content-Security-Policy: frame-ancestors 'none'")
  expect(renderHeadersFile()).toContain(`/_astro/*\n  Cache-Control: ${getCacheControl('/_astro/x.js')}`)
  expect(renderHeadersFile()).toContain('/version.json\n  Cache-Control: no-store')
  for (const path of linkPaths)
    expect(renderHeadersFile()).toContain(
      `\n${path}\n  Referrer-Policy: no-referrer\n  X-Robots-Tag: noindex`,
    )
})

test('a page that is opened by a link is passed on neither by referrers nor by search engines', () => {
  for (const path of ['/shared', '/en/shared', '/zh-CN/shared', '/zh-TW/shared'])
    expect(getPageHeaders(path)).toEqual({ ...securityHeaders, ...linkHeaders })
  for (const path of ['/', '/share', '/shared/x', '/en', '/shared-reports'])
    expect(getPageHeaders(path)).toEqual(securityHeaders)
})

test('the documentation for hosts names the same headers', () => {
  const text = readFileSync(new URL('../../docs/hosting.md', import.meta.url), 'utf8')
  for (const value of [...Object.values(securityHeaders), strictTransportSecurity])
    expect(text).toContain(value)
  expect(text.match(/max-age=31536000(?!; includeSubDomains|, immutable)/)).toBeNull()
})

test('the documentation for hosts serves the items of every list', async () => {
  const text = readFileSync(new URL('../../docs/hosting.md', import.meta.url), 'utf8')
  const lists = (await loadScreens())
    .flatMap(({ screen }) => (screen.load ? getScreenPaths(screen) : []))
    .filter((path) => path.endsWith('/*'))
    .map((path) => path.slice(1, -2))
  expect(lists.length).toBeGreaterThan(2)
  const rules = [...text.matchAll(/\/\((?:\?<shell>)?([\w|-]+)\)\/\[\\w-\]\+\$/g)].map(
    ([, names = '']) => names,
  )
  expect(rules).toHaveLength(2)
  for (const rule of rules) expect(rule.split('|').sort()).toEqual(lists.toSorted())
})

test('the documentation for hosts redirects pages to HTTPS, refuses the API, and leaves out old TLS', () => {
  const text = readFileSync(new URL('../../docs/hosting.md', import.meta.url), 'utf8')
  const nginx = [...text.matchAll(/```nginx\n(.*?)```/gs)].map(([, block = '']) => block)
  const caddy = [...text.matchAll(/```caddy\n(.*?)```/gs)].map(([, block = '']) => block)
  expect([nginx.length, caddy.length]).toEqual([1, 2])
  for (const block of nginx) {
    const [plain = ''] = block.split('listen 443')
    expect(plain).toMatch(/location \/api\/ {[^}]*return 403[^}]*}\s+location \/ {\s+return 301 https:/)
    expect(block).toContain('ssl_protocols TLSv1.2 TLSv1.3;')
    const ciphers = /ssl_ciphers ([^;]+);/.exec(block)?.[1]?.split(':') ?? []
    expect(ciphers.filter((cipher) => !/^ECDHE-.*(GCM|POLY1305)/.test(cipher))).toEqual([])
  }
  for (const block of caddy)
    expect(block).toMatch(
      /^http:\/\/studio\.example {\s+handle \/api\/\* {\s+respond [^}]* 403\s+}\s+handle {\s+redir https:/m,
    )
})
