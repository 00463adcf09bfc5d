import { glob, readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Locale, locales } from '#contract/locale.ts'
import { localePath } from '#lib/language.ts'
import { apiOrigin, forbiddenAttributes, policyOf } from '../../src/build/content-security-policy.ts'

const dist = 'dist'
const paths = ['/', '/login', '/join', '/dashboard', '/language']
/** A text that each language's page must say, from its own file. */
const said: Record<string, [namespace: string, key: string]> = {
  '/': ['home', 'lead'],
  '/login': ['auth', 'login.lead'],
  '/join': ['auth', 'join.lead'],
  '/dashboard': ['console', 'views.dashboard'],
  '/language': ['console', 'views.language'],
}

const pages = new Map<string, string>()
const addressOf = (file: string) => `/${file.replace(/\.html$/, '')}`.replace(/^\/index$/, '/')
const page = (path: string, locale: Locale) => {
  const html = pages.get(localePath(path, locale))
  if (html === undefined) throw new Error(`${localePath(path, locale)} has not been built`)
  return html
}
const textOf = async (locale: Locale, [namespace, key]: [string, string]) => {
  const texts = JSON.parse(await readFile(`src/locales/${locale}/${namespace}.json`, 'utf8'))
  return key.split('.').reduce((at, part) => at[part], texts)
}
/** What a reader sees: markup without scripts, styles and comments. */
const shown = (html: string) => html.replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '')

beforeAll(async () => {
  for await (const file of glob('**/*.html', { cwd: dist })) {
    pages.set(addressOf(file), await readFile(`${dist}/${file}`, 'utf8'))
  }
})

describe.each(locales)('in %s', (locale) => {
  test.each(paths)('%s speaks its language', async (path) => {
    const html = page(path, locale)
    expect(html).toContain(`<html lang="${locale}"`)
    const text = said[path] ?? ['', '']
    expect(shown(html)).toContain(await textOf(locale, text))
  })

  test.each(paths)('%s names its address and its languages', (path) => {
    const html = page(path, locale)
    const url = (language: Locale) =>
      `https://site.invalid${localePath(path, language)}`.replace(/(?<=\w)\/$/, '/')
    expect(html).toContain(`<link rel="canonical" href="${url(locale)}">`)
    for (const language of locales) {
      expect(html).toContain(`<link rel="alternate" hreflang="${language}" href="${url(language)}">`)
    }
    expect(html).toContain(`<link rel="alternate" hreflang="x-default" href="${url('ko')}">`)
  })
})

test('there is no page beside those that are known', () => {
  const expected = paths.flatMap((path) => locales.map((locale) => localePath(path, locale)))
  expect([...pages.keys()].sort()).toEqual([...expected, '/404'].sort())
})

test('every page has one h1, one title and its policy before anything else', () => {
  for (const [address, html] of pages) {
    expect(html.match(/<h1[\s>]/g), address).toHaveLength(1)
    expect(html.match(/<title>[^<]+<\/title>/g), address).toHaveLength(1)
    expect(html, address).toMatch(
      /<head><meta http-equiv="Content-Security-Policy" content="default-src 'self'; /,
    )
    expect(html, address).not.toMatch(/'unsafe-(inline|eval)'/)
  }
})

test('no page shows a key instead of a text', () => {
  for (const [address, html] of pages) {
    const keys = shown(html).match(
      />[^<]*\b(?:common|home|auth|console|language|errors|dashboard|messages):[a-z][\w.]+/g,
    )
    expect(keys, address).toBeNull()
    expect(shown(html), address).not.toMatch(/{{\s*\w+\s*}}/)
  }
})

test('no page has an attribute that its policy blocks', () => {
  for (const [address, html] of pages) expect(forbiddenAttributes(html), address).toEqual([])
})

test('every link and every file leads somewhere', async () => {
  const files = new Set((await Array.fromAsync(glob('**/*.*', { cwd: dist }))).map((file) => `/${file}`))
  for (const [address, html] of pages) {
    for (const [, target = ''] of shown(html).matchAll(
      /\s(?:href|src|component-url|renderer-url)="(\/[^"#?]*)/g,
    )) {
      expect(pages.has(target) || files.has(target), `${address} leads to ${target}`).toBe(true)
    }
  }
})

test('pages behind the sign-in are not for search engines, the others are', () => {
  for (const locale of locales) {
    for (const path of ['/dashboard', '/language']) expect(page(path, locale)).toContain('content="noindex"')
    for (const path of ['/', '/login', '/join']) expect(page(path, locale)).not.toContain('noindex')
  }
})

test('the home page needs no framework', () => {
  const scripts = page('/', 'ko').match(/<script[^>]*type="module"[^>]*src="([^"]+)"/g) ?? []
  expect(scripts.join()).not.toMatch(/client|react/i)
  expect(page('/', 'ko')).not.toContain('astro-island')
})

test('the build has an id', async () => {
  const version = JSON.parse(await readFile(`${dist}/version.json`, 'utf8'))
  expect(version.build).toMatch(/^[0-9a-f]{16}$/)
})

test('the page for unknown addresses speaks every language', async () => {
  const html = pages.get('/404') ?? ''
  for (const locale of locales) expect(html).toContain(await textOf(locale, ['errors', 'notFound.title']))
})

test('an API on another origin is allowed for, and nothing else', () => {
  expect(apiOrigin(undefined)).toBeUndefined()
  expect(apiOrigin('/api')).toBeUndefined()
  expect(apiOrigin('https://api.example:8443/v1')).toBe('https://api.example:8443')
  const policy = policyOf('<script>1</script>', 'https://api.example')
  expect(policy).toContain("connect-src 'self' https://api.example;")
  expect(policy).toContain('img-src')
  expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]{44}';/)
})

test('attributes that a policy blocks are found, text that looks like them is not', () => {
  expect(forbiddenAttributes('<p style="x">')).toHaveLength(1)
  expect(forbiddenAttributes("<a href='x' onclick='y'>")).toHaveLength(1)
  expect(forbiddenAttributes('<p title="a style=b onclick=c"> style="x" </p>')).toEqual([])
  expect(forbiddenAttributes('<script>"<p style=x>"</script>')).toEqual([])
})
