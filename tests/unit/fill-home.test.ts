import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import type { SiteHome } from '#contract/portal/site-home.ts'
import { setStrings } from '#lib/i18n/strings.ts'
import { fillHome, fillLogo } from '#lib/page/fill/fill-home.ts'

const none: SiteHome = {
  headline: [],
  headlineLocale: null,
  lead: null,
  leadLocale: null,
  action: null,
  facts: [],
  picture: null,
  logo: null,
  share: null,
}

function fill(home: Partial<SiteHome>) {
  const { document } = parseHTML(`<html lang="en"><head><meta property="og:image" content="own.png">
    <meta property="og:title" content="Earnings &amp; more"><meta property="og:image:alt" content="A drawing"></head><body>
    <h1 data-headline><span>Design</span></h1><p data-lead>Design</p><a data-action href="/en/join">Design</a>
    <div data-picture>drawn</div><dl data-facts hidden>
      <template data-fact="tracks" data-value="{n} tracks"><div><dt>Tracks</dt><dd></dd></div></template>
      <template data-fact="counted_to"><div><dt>Counted to</dt><dd></dd></div></template>
      <template data-fact="text"><div><dt></dt><dd></dd></div></template>
    </dl></body></html>`)
  setStrings('en', {})
  fillHome(document, { ...none, ...home }, 'https://studio.example')
  const read = (selector: string) => document.querySelector(selector)
  return {
    document,
    read,
    text: (selector: string) => read(selector)?.textContent?.replaceAll(/\s+/g, ' ').trim(),
  }
}

test('a site that says nothing of its own keeps what its design says', () => {
  const { read, text } = fill({})
  expect([text('h1'), text('[data-lead]'), text('a'), text('[data-picture]')]).toEqual([
    'Design',
    'Design',
    'Design',
    'drawn',
  ])
  expect(read('h1')?.hasAttribute('data-own')).toBe(false)
  expect(read('dl')?.hasAttribute('hidden')).toBe(true)
  expect(read('meta')?.getAttribute('content')).toBe('own.png')
})

test('its own words come with their language, its facts in the reader’s', () => {
  const { read, text } = fill({
    headline: ['첫 줄', '둘째 줄'],
    headlineLocale: 'ko',
    lead: '<b>&',
    leadLocale: 'en',
    action: { label: 'Go', href: '/guides', locale: 'en' },
    facts: [
      { kind: 'tracks', value: 1248 },
      { kind: 'counted_to', value: '2026-11-19' },
      { kind: 'text', value: '7', label: 'Studios', locale: 'en' },
    ],
    share: { path: 'media/share.png', width: 1200, height: 630 },
  })
  expect(read('h1')?.innerHTML).toBe('<span lang="ko">첫 줄</span><span lang="ko">둘째 줄</span>')
  expect(read('h1')?.hasAttribute('data-own')).toBe(true)
  expect(read('[data-lead]')?.innerHTML).toBe('&lt;b&gt;&amp;')
  expect([text('a'), read('a')?.getAttribute('href')]).toEqual(['Go', '/en/guides'])
  expect(text('dl > div:nth-of-type(1)')).toBe('Tracks1.25K tracks')
  expect(text('dl > div:nth-of-type(2)')).toBe('Counted toNov 19, 2026')
  expect(text('dl > div:nth-of-type(3)')).toBe('Studios7')
  expect(read('dl')?.hasAttribute('hidden')).toBe(false)
  expect(read('meta')?.getAttribute('content')).toBe('https://studio.example/api/media/share.png')
  expect(read('meta[property="og:image:alt"]')?.getAttribute('content')).toBe('Earnings & more')
})

test('its picture, or none, takes the place of the drawn one', () => {
  expect(fill({ picture: 'none' }).read('[data-picture]')).toBeNull()
  const sources = (['avif', 'webp'] as const).flatMap((format) =>
    [640, 1280].map((width) => ({ format, width, path: `media/p-${width}.${format}` })),
  )
  const { read } = fill({
    picture: { sources, width: 1280, height: 800, alt: 'A "studio"', focus: { x: 50, y: 50 } },
  })
  expect(read('[data-picture]')).toBeNull()
  expect(read('source')?.getAttribute('srcset')).toBe(
    '/api/media/p-640.avif 640w, /api/media/p-1280.avif 1280w',
  )
  expect(read('picture img')?.getAttribute('alt')).toBe('A "studio"')
  expect(read('picture img')?.getAttribute('src')).toBe('/api/media/p-1280.webp')
})

test('a logo takes the place of mark and name, but not where an island renders them', () => {
  const brand =
    '<a class="brand" href="/"><span class="brand-mark"></span><b>Home</b><span data-site-name>Studio</span></a>'
  const { document } = parseHTML(`<html><body>${brand}<astro-island>${brand}</astro-island></body></html>`)
  fillLogo(document, { light: 'media/l.png', dark: 'media/d.png', alt: 'Studio', width: 120, height: 30 })
  const [filled, left] = document.querySelectorAll('a.brand')
  const names = [...(filled?.querySelectorAll('*') ?? [])].map(({ localName }) => localName)
  expect(names).toEqual(['b', 'picture', 'source', 'img'])
  expect(filled?.querySelector('source')?.getAttribute('srcset')).toBe('/api/media/d.png')
  expect(filled?.querySelector('img')?.getAttribute('src')).toBe('/api/media/l.png')
  expect(filled?.querySelector('img')?.getAttribute('alt')).toBe('Studio')
  expect(left?.querySelector('[data-site-name]')?.textContent).toBe('Studio')
})

test.each([
  [0, 100, '0', '100'],
  [50, 50, '50', '50'],
  [33, 66, '30', '70'],
  [96, 4, '100', '0'],
])('the focus %i %i of its picture is named in steps that the style has', (x, y, stepX, stepY) => {
  const sources = [{ format: 'webp' as const, width: 640, path: 'media/p.webp' }]
  const { read } = fill({ picture: { sources, width: 640, height: 400, alt: '', focus: { x, y } } })
  const { focusX, focusY } = (read('.own-picture img') as HTMLElement).dataset
  expect([focusX, focusY]).toEqual([stepX, stepY])
})
