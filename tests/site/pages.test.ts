import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadDeskScreens, loadScreens } from '#build/bundle/screens.ts'
import { buildPolicy, findForbiddenAttributes, parseApiOrigin } from '#build/content-security-policy.ts'
import { readAllTexts, readTexts } from '#build/text-files.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type Locale, locales } from '#contract/platform/locale.ts'
import { toPagePath } from '#contract/platform/page-path.ts'
import { designIds, getHomePath, isHomePath } from '#contract/portal/design.ts'
import { isOwnPageTemplate } from '#contract/portal/hosting.ts'
import { getScreenPaths } from '#islands/kit/screen/manifest.ts'
import { guideEntries } from '#lib/guides/manifest.ts'
import { languageNames, localizePath } from '#lib/i18n/language.ts'
import type { Strings } from '#lib/texts/translate.ts'

const dist = 'dist'
/** Texts that each language's page must contain, from its own file. */
const titleKeys: Record<string, [namespace: string, key: string]> = {
  ...Object.fromEntries(
    (await loadScreens())
      .flatMap(({ screen }) => (screen.load ? getScreenPaths(screen) : []))
      .filter((path) => !path.includes('*'))
      .map((path) => [path, ['shell', `views.${path.slice(1)}`]]),
  ),
  ...Object.fromEntries(
    (await loadDeskScreens()).map(({ screen: { name, paths } }) => [paths[0], ['desk', `views.${name}`]]),
  ),
  '/': ['home', 'lead'],
  '/login': ['auth', 'login.lead'],
  '/join': ['auth', 'join.lead'],
  '/external/auth': ['auth', 'external.signing.text'],
  '/external/provider': ['auth', 'external.signing.text'],
  '/forgot-password': ['auth', 'forgot.lead'],
  '/email-link': ['auth', 'link.reading'],
  '/setup': ['auth', 'setup.title'],
  '/shared': ['shared-report', 'loading'],
  '/musics': ['common', 'popularTracks'],
}
const root = pathToFileURL(`${process.cwd()}/`)
const namespaces = [...(await readAllTexts(root, 'ko')).keys()]
const unresolvedKey = new RegExp(String.raw`>[^<]*\b(?:${namespaces.join('|')}|messages):[a-z][\w.]+`, 'g')
const guides = guideEntries.map(({ slug }) => (slug === '' ? '/guides' : `/guides/${slug}`))
const paths = [...Object.keys(titleKeys), ...guides]
/** Pages that search engines may list. */
const listedPaths = ['/', '/musics', ...guides]
/** Listed pages, and others that people send to each other. */
const staticPaths = [...listedPaths, '/login', '/join']

const pages = new Map<string, string>()
const getPage = (path: string, locale: Locale) => {
  const html = pages.get(localizePath(path, locale))
  if (html === undefined) throw new Error(`${localizePath(path, locale)} has not been built`)
  return html
}
const readText = async (locale: Locale, [namespace, key]: [string, string]) => {
  const texts = await readTexts(root, locale, namespace)
  const text = key
    .split('.')
    .reduce<Strings | string | undefined>(
      (at, part) => (typeof at === 'object' ? at[part] : undefined),
      texts,
    )
  if (typeof text !== 'string') throw new Error(`No text ${namespace}:${key} in ${locale}`)
  return text
}
/** Reads the title in a guide's own file. */
const readTitle = async (locale: Locale, path: string) => {
  const slug = path.replace(/^\/guides\/?/, '')
  const name = slug === '' || slug === 'auths' ? join(slug, 'index') : slug
  const text = await readFile(`src/content/guides/${locale}/${name}.mdx`, 'utf8')
  return /^title: "(.+)"$/m.exec(text)?.[1] ?? `no title in ${path}`
}
/** Returns the markup that a reader sees, without scripts, styles and comments. */
const stripHidden = (html: string) =>
  html.replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '')

/** Removes templates, whose markup browsers change. */
const stripTemplates = (html: string) => html.replace(/<template\b[\s\S]*?<\/template>/g, '')

beforeAll(async () => {
  for await (const file of glob('**/*.html', { cwd: dist })) {
    pages.set(toPagePath(`/${file}`), await readFile(`${dist}/${file}`, 'utf8'))
  }
})

describe.each(locales)('in %s', (locale) => {
  test.each(paths)('%s speaks its language', async (path) => {
    const html = getPage(path, locale)
    expect(html).toContain(`<html lang="${locale}" `)
    const text = titleKeys[path]
    expect(stripHidden(html)).toContain(text ? await readText(locale, text) : await readTitle(locale, path))
  })

  test.each(paths)('%s names its address and its languages', (path) => {
    const html = getPage(path, locale)
    const url = (language: Locale) =>
      `https://site.invalid${localizePath(path, language)}`.replace(/(?<=\w)\/$/, '/')
    expect(html).toContain(`<link rel="canonical" href="${url(locale)}">`)
    for (const language of locales) {
      expect(html).toContain(`<link rel="alternate" hreflang="${language}" href="${url(language)}">`)
    }
    expect(html).toContain(`<link rel="alternate" hreflang="x-default" href="${url('ko')}">`)
  })
})

test('there is no page beside those that are known', () => {
  const expected = paths.flatMap((path) => locales.map((locale) => localizePath(path, locale)))
  const known = [...pages.keys()].filter((path) => !isHomePath(path) && !isOwnPageTemplate(path))
  expect(known.sort()).toEqual([...expected, '/404', '/500'].sort())
})

test('each design has a home in each language, at the address of the default one', () => {
  const homes = designIds
    .filter((design) => design !== '')
    .flatMap((design) => locales.map((locale) => ({ design, locale, path: localizePath('/', locale) })))
  expect([...pages.keys()].filter(isHomePath).sort()).toEqual(
    homes.map(({ design, path }) => getHomePath(path, design)).sort(),
  )
  for (const { design, locale, path } of homes) {
    const html = pages.get(getHomePath(path, design)) ?? ''
    expect(html).toContain(`<html lang="${locale}" `)
    expect(html).toContain(`<link rel="canonical" href="https://site.invalid${path}">`)
    expect(html).not.toContain('content="noindex"')
    for (const place of ['data-headline', 'data-lead', 'data-facts', 'data-popular=', 'data-site-name'])
      expect(html, `${design} ${locale}`).toContain(place)
  }
})

test('the language menus of a page have its language', () => {
  const menu = /data-menu="languages"[^>]*><summary[\s\S]*?<\/summary>[\s\S]*?<\/details>/g
  let count = 0
  for (const [path, html] of pages) {
    if (html.includes('data-any-language')) continue
    const language = locales.find((locale) => new RegExp(`<html[^>]* lang="${locale}"`).test(html))
    if (!language) throw new Error(`${path} has no language`)
    for (const [text] of html.matchAll(menu)) {
      count += 1
      expect(text, path).toContain(`${languageNames[language]}<svg`)
      expect(/lang="([\w-]+)"[^>]*aria-current/.exec(text)?.[1], path).toBe(language)
    }
  }
  expect(count).toBeGreaterThan(paths.length)
})

test('no page has a style sheet in its body, behind those that are loaded later', () => {
  for (const [address, html] of pages) {
    const [, body = ''] = html.replace(/<template[\s\S]*?<\/template>/g, '').split('</head>')
    expect(body, address).toContain('<body')
    expect(body, address).not.toContain('<style')
  }
})

test('no rule makes each change of a page match its styles again', async () => {
  const sheets = [...pages].flatMap(([address, html]) =>
    [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css = '']) => [address, css] as const),
  )
  for await (const file of glob('_astro/*.css', { cwd: dist }))
    sheets.push([file, await readFile(join(dist, file), 'utf8')])
  expect(sheets.length).toBeGreaterThan(paths.length)
  for (const [name, css] of sheets)
    expect(/(?:html|body|:root)[^\s,{>+~]*:has\([^}]*/.exec(css)?.[0], name).toBeUndefined()
})

test('every page has one h1, one title and its policy before anything else', () => {
  for (const [address, html] of pages) {
    // A shell shows either its own skeleton or that of an item.
    const shown = html.replace(/<div data-skeleton="item"[\s\S]*?<\/astro-slot>/, '')
    expect(shown.match(/<h1[\s>]/g), address).toHaveLength(1)
    expect(html.match(/<title>[^<]+<\/title>/g), address).toHaveLength(1)
    expect(html, address).toMatch(
      /<head><meta http-equiv="Content-Security-Policy" content="default-src 'self'; /,
    )
    expect(html, address).not.toMatch(/'unsafe-(inline|eval)'/)
  }
})

test.each(['/external/auth', '/external/provider'])(
  'the page %s, which receives a code, forbids referrers before it requests anything',
  (path) => {
    for (const locale of locales) {
      const html = getPage(path, locale)
      const policy = html.indexOf('<meta name="referrer" content="no-referrer">')
      expect(policy).toBeGreaterThan(0)
      expect(html.search(/<(?:link|script|img)\b[^>]*\b(?:href|src)=/)).toBeGreaterThan(policy)
    }
  },
)

test('no page shows a key instead of a text', () => {
  for (const [address, html] of pages) {
    const keys = stripHidden(html).match(unresolvedKey)
    expect(keys, address).toBeNull()
    expect(stripHidden(html), address).not.toMatch(/{{\s*\w+\s*}}/)
  }
})

test('no page has an attribute that its policy blocks', () => {
  for (const [address, html] of pages) expect(findForbiddenAttributes(html), address).toEqual([])
})

test('every home has the way to sign in above its content', () => {
  const homes = [...pages].filter(([address]) => isHomePath(address))
  for (const [address, html] of [...homes, ['/', getPage('/', 'ko')]]) {
    const [above = ''] = html?.split('<main ') ?? []
    expect(above, address).toMatch(/<header [\s\S]*href="[^"]*\/login"/)
  }
})

test('every link and every file leads somewhere, anchors included', async () => {
  const files = new Set((await Array.fromAsync(glob('**/*.*', { cwd: dist }))).map((file) => `/${file}`))
  for (const [address, html] of pages) {
    const links = stripHidden(html).matchAll(
      /\s(?:href|src|component-url|renderer-url)="((?:\/[^"#?]*)?)(?:\?[^"#]*)?(#[^"]*)?"/g,
    )
    for (const [, path = '', anchor = ''] of links) {
      const target = path === '' ? address : path
      expect(pages.has(target) || files.has(target), `${address} leads to ${target}`).toBe(true)
      const id = decodeURIComponent(anchor.slice(1)).replaceAll('&#38;', '&')
      if (id) expect(pages.get(target), `${address} leads to ${target}${anchor}`).toContain(` id="${id}"`)
    }
  }
})

test('every page is paired with its other languages, both ways', () => {
  const pairsOf = (html: string) =>
    [...html.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="https:\/\/site\.invalid([^"]*)">/g)]
      .map(([, language, path]) => `${language} ${path}`)
      .sort()
  for (const path of paths) {
    const pairs = pairsOf(getPage(path, 'ko'))
    expect(pairs, path).toHaveLength(locales.length + 1)
    for (const pair of pairs) {
      const [, other = ''] = pair.split(' ')
      expect(pairsOf(pages.get(other) ?? ''), `${path} and ${other}`).toEqual(pairs)
    }
  }
})

test('every readable page has a title, a description and a picture of its own in each language', () => {
  const seen = new Set<string>()
  for (const path of staticPaths) {
    for (const locale of locales) {
      const html = getPage(path, locale)
      const title = /<title>([^<]+)<\/title>/.exec(html)?.[1] ?? ''
      const description = /<meta name="description" content="([^"]+)">/.exec(html)?.[1] ?? ''
      expect(description.length, `${locale} ${path}`).toBeGreaterThanOrEqual(20)
      expect(html).toContain(`<meta property="og:title" content="${title}">`)
      expect(html).toMatch(/<meta property="og:image" content="https:\/\/site\.invalid\/share\/[^"]+\.png">/)
      for (const text of [`${locale} ${title}`, description]) {
        expect(seen.has(text), `${text} is there twice`).toBe(false)
        seen.add(text)
      }
    }
  }
})

test('the sitemap lists what may be listed, each with its languages and the one for all others', async () => {
  const map = await readFile(`${dist}/sitemap-0.xml`, 'utf8')
  const listed = [...map.matchAll(/<loc>https:\/\/site\.invalid([^<]*)<\/loc>/g)].map(([, path]) => path)
  const expected = listedPaths.flatMap((path) => locales.map((locale) => localizePath(path, locale)))
  expect(listed.sort()).toEqual(expected.sort())
  expect(map.match(/hreflang="x-default"/g)).toHaveLength(expected.length)
  for (const locale of locales)
    expect(map.match(new RegExp(`hreflang="${locale}"`, 'g'))).toHaveLength(expected.length)
  expect(await readFile(`${dist}/robots.txt`, 'utf8')).toContain('https://site.invalid/sitemap-index.xml')
})

const screenFiles = [...(await loadScreens()), ...(await loadDeskScreens())].flatMap(({ screen }) =>
  screen.load ? getScreenPaths(screen).map((path) => ({ path, load: String(screen.load) })) : [],
)
/** A shell serves the paths below it. */
const getPagePath = (path: string) => path.replace('/*', '')
const listStyles = (html: string) =>
  [...html.matchAll(/<link rel="stylesheet" href="\/_astro\/([^"]+)\.css"(?: disabled)?>/g)].map(
    ([, name = '']) => name,
  )

test('each screen shows its own skeleton before any script', () => {
  for (const { path } of screenFiles) {
    if (path === '/musics') continue
    for (const locale of locales) {
      const html = getPage(getPagePath(path), locale)
      const name = path.endsWith('/*') ? 'item' : 'page'
      const [, start = ''] = html.split(`<div data-skeleton="${name}"`)
      const [text = ''] = start.split(/<div data-skeleton=|<\/astro-slot>/)
      expect(text, `${locale} ${path}`).toMatch(/^[^>]* inert><(?:div|article|section)/)
      expect(text.length, `${locale} ${path}`).toBeGreaterThan(400)
    }
  }
})

test('a screen links the styles of no other screen', () => {
  for (const { path } of screenFiles) {
    const page = getPage(getPagePath(path), 'ko')
    const own = listStyles(path === '/musics' ? page : stripTemplates(page))
    const views = own.filter((name) => /View\./.test(name)).map((name) => name.split('.')[0])
    const served = screenFiles.filter((other) => getPagePath(other.path) === getPagePath(path))
    const loads = served.map((other) => other.load).join()
    for (const view of views) expect(loads, `${path} links ${view}`).toContain(view)
    expect(own.length, path).toBeLessThan(10)
  }
})

test('a page contains its style sheets and requests none', async () => {
  for (const [address, html] of pages) {
    const page = stripTemplates(html)
    const style = page.split('</style><link rel="stylesheet"')[0]?.split('<style>').at(-1)
    for (const name of listStyles(page)) {
      const [rule = ''] = (await readFile(`${dist}/_astro/${name}.css`, 'utf8')).trim().split('\n')
      expect(style, `${address} ${name}`).toContain(rule)
    }
    expect(page, address).not.toMatch(/<link (?=[^>]*(?:rel="stylesheet"|as="style"))(?![^>]* disabled>)/)
  }
})

test('a guide has at most 4 kB of script and no framework', async () => {
  for (const path of [...guides, '/musics', '/']) {
    const html = stripTemplates(getPage(path, 'ko'))
    expect(html).not.toMatch(/<astro-island[\s>]/)
    expect(html).not.toContain('modulepreload')
    expect(html).not.toMatch(/<script[^>]*src="[^"]*(?:client|react)/i)
    if (!path.startsWith('/guides')) continue
    const scripts = [...html.matchAll(/<script([^>]*)>([^<]*(?:<(?!\/script)[^<]*)*)<\/script>/g)]
      .filter(([, attributes = '']) => !/json|speculationrules/.test(attributes))
      .map(([, attributes = '', text = '']) => ({ attributes, text }))
    expect(scripts.some(({ attributes }) => attributes.includes('src='))).toBe(false)
    const bytes = scripts.reduce((sum, { text }) => sum + gzipSync(text, { level: 9 }).length, 0)
    expect(bytes, path).toBeLessThanOrEqual(4096)
  }
})

test('the scripts of a view wait for those of the frame', () => {
  for (const { path } of screenFiles) {
    const html = stripTemplates(getPage(getPagePath(path), 'ko'))
    const views = [...html.matchAll(/<link data-preload="(?:all|page|item)" href="[^"]+"/g)]
    if (getPagePath(path) !== '/musics') expect(views.length, path).toBeGreaterThan(0)
    // The head script recognizes the frame's script by this name (src/lib/page/head/preload-view.ts).
    const frames = html.match(/<link rel="modulepreload" href="[^"]*\/console\.[^"]*"/g) ?? []
    expect(frames.length, path).toBe(views.length > 0 ? 1 : 0)
  }
})

test('the page about music has the console at hand for who is signed in', () => {
  for (const locale of locales) {
    const [template = ''] =
      /<template data-console\b[^>]*>[\s\S]*?<\/template>/.exec(getPage('/musics', locale)) ?? []
    expect(template).toMatch(/<astro-island [^>]*component-url="[^"]*AppIsland/)
    expect(template).toMatch(/<link rel="modulepreload" href="[^"]*MusicsView[^"]*"/)
    expect(template).toContain('aria-busy="true"')
    // The page of a track has a heading of its own.
    const [page] = template.split('<div data-skeleton="item"')
    expect(page).not.toMatch(/<h1[\s>]/)
  }
})

test('nothing of one site stands in the files', async () => {
  const brands = /hookline|훅라인|playlane|심야상점/i
  for await (const file of glob('**/*.{html,js,css,json,xml,txt,svg}', { cwd: dist })) {
    expect(brands.test(await readFile(`${dist}/${file}`, 'utf8')), file).toBe(false)
  }
})

test('what is served as it is was compressed, and unpacks to itself', async () => {
  for await (const file of glob('_astro/*.{js,css}', { cwd: dist })) {
    const content = await readFile(`${dist}/${file}`)
    if (content.length < 600) continue
    expect(brotliDecompressSync(await readFile(`${dist}/${file}.br`)).equals(content), file).toBe(true)
    expect(gunzipSync(await readFile(`${dist}/${file}.gz`)).equals(content), file).toBe(true)
  }
})

test('every page knows its build', async () => {
  const { build } = JSON.parse(await readFile(`${dist}/version.json`, 'utf8'))
  for (const [address, html] of pages)
    expect(html, address).toContain(`<meta name="build" content="${build}">`)
})

test('pages behind the sign-in are not for search engines, the others are', () => {
  for (const locale of locales) {
    for (const path of paths) {
      expect(getPage(path, locale).includes('content="noindex"'), path).toBe(!listedPaths.includes(path))
    }
  }
})

test('the build has an id', async () => {
  const version = JSON.parse(await readFile(`${dist}/version.json`, 'utf8'))
  expect(version.build).toMatch(/^[0-9a-f]{16}$/)
})

test.each([
  ['/404', ['notFound.title']],
  ['/500', ['broken.title', 'broken.heading']],
])('%s speaks every language', async (address, keys) => {
  const html = pages.get(address) ?? ''
  for (const locale of locales)
    for (const key of keys) expect(html).toContain(await readText(locale, ['errors', key]))
})

test('an API on another origin is allowed for, and nothing else', () => {
  expect(parseApiOrigin(undefined)).toBeUndefined()
  expect(parseApiOrigin('/api')).toBeUndefined()
  expect(parseApiOrigin('https://api.example:8443/v1')).toBe('https://api.example:8443')
  const policy = buildPolicy('<script>1</script>', 'https://api.example')
  expect(policy).toContain("connect-src 'self' https://api.example;")
  expect(policy).toMatch(/img-src [^;]*https:\/\/api\.example/)
  expect(policy).toContain("font-src 'self';")
  expect(policy).toContain("media-src 'self' https://api.example;")
  expect(policy).toMatch(/; require-trusted-types-for 'script'; trusted-types 'none'$/)
  expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]{44}';/)
})

test('attributes that a policy blocks are found, text that looks like them is not', () => {
  expect(findForbiddenAttributes('<p style="x">')).toHaveLength(1)
  expect(findForbiddenAttributes("<a href='x' onclick='y'>")).toHaveLength(1)
  expect(findForbiddenAttributes('<p title="a style=b onclick=c"> style="x" </p>')).toEqual([])
  expect(findForbiddenAttributes('<script>"<p style=x>"</script>')).toEqual([])
})

test('no script contains the API documentation', async () => {
  const scripts = await Promise.all(
    (await Array.fromAsync(glob('_astro/*.js', { cwd: dist }))).map((file) =>
      readFile(join(dist, file), 'utf8'),
    ),
  )
  const summaries = endpoints.map(({ summary }) => summary)
  expect(summaries.filter((summary) => scripts.some((script) => script.includes(summary)))).toEqual([])
})
