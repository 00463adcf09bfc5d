import { isLocale, type Locale, locales } from '#contract/platform/locale.ts'
import type { TextBlock, TextInline } from '#contract/portal/rich-text.ts'
import type { OwnPage, OwnPageEntry, SitePages } from '#contract/portal/site-pages.ts'
import { getFormatter } from '#lib/format/formatters.ts'
import { localizePath, stripLocale } from '#lib/i18n/language.ts'
import { splitSegments } from '#lib/i18n/line-breaks.ts'
import { createArticle, createBreadcrumb } from '#lib/page/prerender/schema-org.ts'

// Pages of a site below /guides: `own-page.astro` is their template, which is built as if it were the list of guides. What
// it links to is therefore right in languages that a page does not have.

const getPath = (slug: string) => `/guides/${slug}`

/** Shows a page of the site in its template. `origin` has no trailing slash. */
export function fillOwnPage(document: Document, page: OwnPage, { pages }: SitePages, origin: string): void {
  const { slug, locale, title, description, lead, changedOn, blocks } = page
  const languages = pages.filter((entry) => entry.slug === slug).map((entry) => entry.locale)
  const getUrl = (language: Locale) => origin + localizePath(getPath(slug), language)
  document.documentElement.dataset.title = title
  fillHead(document, page, languages, getUrl)
  const find = (name: string) => document.querySelector<HTMLElement>(`[data-own-${name}]`)
  find('title')?.replaceChildren(...createPhrases(document, title, locale))
  const crumbs = [...document.querySelectorAll('[data-own-crumbs] a')].map((link) => ({
    name: link.textContent ?? '',
    url: new URL(link.getAttribute('href') ?? '', origin).href,
  }))
  const crumb = document.querySelector('[data-own-crumbs] [aria-current]')
  if (crumb) crumb.textContent = page.short
  const time = find('changed')
  time?.setAttribute('datetime', changedOn)
  if (time)
    time.textContent = (time.dataset.ownChanged ?? '').replace('{day}', formatLongDay(changedOn, locale))
  const leadLine = find('lead')
  if (lead === null) leadLine?.remove()
  else leadLine?.replaceChildren(...createPhrases(document, lead, locale))
  find('body')?.replaceChildren(...createBlocks(document, blocks, locale))
  const article = createArticle({
    locale,
    url: getUrl(locale),
    images: [],
    title,
    description,
    modified: changedOn,
  })
  const graph = [article, createBreadcrumb([...crumbs, { name: page.short, url: getUrl(locale) }])]
  const data = document.querySelector('script[type="application/ld+json"]')
  if (data)
    data.textContent = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll(
      '<',
      '\\u003c',
    )
}

/** "2026. 11. 27." in words of the language. */
const formatLongDay = (day: string, locale: Locale): string =>
  getFormatter(Intl.DateTimeFormat, locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

function fillHead(
  document: Document,
  { locale, title, description }: OwnPage,
  languages: readonly Locale[],
  getUrl: (language: Locale) => string,
): void {
  const values = {
    'meta[name="description"]': description,
    'meta[property="og:title"]': title,
    'meta[property="og:description"]': description,
    'meta[property="og:url"]': getUrl(locale),
    'meta[property="og:image:alt"]': title,
  }
  for (const [selector, value] of Object.entries(values))
    document.querySelector(selector)?.setAttribute('content', value)
  document.querySelector('link[rel="canonical"]')?.setAttribute('href', getUrl(locale))
  document.querySelector('link[hreflang="x-default"]')?.setAttribute('href', getUrl(languages[0] ?? locale))
  for (const language of locales) {
    const isWritten = languages.includes(language)
    const alternate = document.querySelector(`link[hreflang="${language}"]`)
    if (isWritten) alternate?.setAttribute('href', getUrl(language))
    else alternate?.remove()
    for (const link of document.querySelectorAll(`a[data-language="${language}"]`))
      if (isWritten) link.setAttribute('href', new URL(getUrl(language)).pathname)
    // "ko_KR", "zh_CN"
    if (!isWritten)
      document
        .querySelector(`meta[property="og:locale:alternate"][content^="${language.replace('-', '_')}"]`)
        ?.remove()
  }
}

/** See `Phrases.astro`. */
function createPhrases(document: Document, text: string, locale: Locale): Node[] {
  return splitSegments(text, locale).flatMap((segment) => {
    const phrase = document.createElement('span')
    phrase.className = 'nowrap'
    phrase.textContent = segment
    return [phrase, document.createElement('wbr')]
  })
}

function createElement(document: Document, name: string, children: readonly Node[]): HTMLElement {
  const element = document.createElement(name)
  element.append(...children)
  return element
}

function createBlocks(document: Document, blocks: readonly TextBlock[], locale: Locale): HTMLElement[] {
  const toInlines = (inlines: readonly TextInline[]) => createInlines(document, inlines, locale)
  const toBlocks = (children: readonly TextBlock[]) => createBlocks(document, children, locale)
  const create = (name: string, children: readonly Node[]) => createElement(document, name, children)
  const convert = (block: TextBlock): HTMLElement => {
    switch (block.kind) {
      case 'paragraph':
        return create('p', toInlines(block.children))
      case 'heading':
        return create(`h${block.level}`, toInlines(block.children))
      case 'list': {
        const items = block.items.map((item) => create('li', toBlocks(item)))
        const list = create(block.start === null ? 'ul' : 'ol', items)
        if (block.start !== null && block.start !== 1) list.setAttribute('start', String(block.start))
        return list
      }
      case 'quote': {
        const box = create('blockquote', toBlocks(block.children))
        box.className = 'own-box'
        return box
      }
      case 'code':
        return create('pre', [create('code', [document.createTextNode(block.text)])])
      case 'rule':
        return create('hr', [])
      case 'table': {
        const toRow = (cells: readonly (readonly TextInline[])[], name: string) =>
          create(
            'tr',
            cells.map((cell) => create(name, toInlines(cell))),
          )
        const head = create('thead', [toRow(block.head, 'th')])
        const body = create(
          'tbody',
          block.rows.map((row) => toRow(row, 'td')),
        )
        const scroller = create('div', [create('table', [head, body])])
        scroller.className = 'own-table'
        return scroller
      }
    }
  }
  return blocks.map(convert)
}

const inlineNames = { strong: 'strong', emphasis: 'em', deleted: 'del' } as const

const createInlines = (document: Document, inlines: readonly TextInline[], locale: Locale): Node[] =>
  inlines.map((inline) => {
    switch (inline.kind) {
      case 'text':
        return document.createTextNode(inline.text)
      case 'code':
        return createElement(document, 'code', [document.createTextNode(inline.text)])
      case 'break':
        return document.createElement('br')
      case 'link': {
        const link = createElement(document, 'a', createInlines(document, inline.children, locale))
        link.setAttribute(
          'href',
          inline.href.startsWith('/') ? localizePath(inline.href, locale) : inline.href,
        )
        return link
      }
      default:
        return createElement(
          document,
          inlineNames[inline.kind],
          createInlines(document, inline.children, locale),
        )
    }
  })

/** Takes links to hidden pages away, and lists the site's own pages. Islands render their links again, so they keep them. */
export function fillPageLinks(document: Document, { hidden, pages }: SitePages): void {
  const { lang } = document.documentElement
  const locale = isLocale(lang) ? lang : locales[0]
  const listLinks = (slug: string) =>
    [...document.querySelectorAll(`a[href="${localizePath(getPath(slug), locale)}"]`)].filter(
      (link) => !link.closest('astro-island') && !link.hasAttribute('data-language'),
    )
  for (const slug of hidden) for (const link of listLinks(slug)) removeLink(link)
  const list = document.querySelector('[data-guide-list]')
  for (const entry of pages.filter((each) => each.locale === locale)) {
    const links = listLinks(entry.slug)
    for (const link of links) nameLink(link, entry)
    if (list && links.length === 0) addCard(list, entry)
  }
}

/** With its entry in a list, or only the link around its words. */
function removeLink(link: Element): void {
  const entry = link.closest('li')
  if (entry && entry.textContent === link.textContent) entry.remove()
  else if (link.closest('nav')) link.remove()
  else link.replaceWith(...link.childNodes)
}

/** Cards and the links to the pages before and after have the page's name in an element of its own. */
function nameLink(link: Element, { short, description }: OwnPageEntry): void {
  const name = link.querySelector('strong, .medium')
  if (!name) return
  name.textContent = short
  const text = link.querySelector('p')
  if (text) text.textContent = description
}

function addCard(list: Element, entry: OwnPageEntry): void {
  const card = list.lastElementChild?.cloneNode(true) as Element | undefined
  const link = card?.querySelector('a')
  if (!card || !link) return
  link.setAttribute('href', localizePath(getPath(entry.slug), entry.locale))
  // Its device and the number of its steps.
  for (const part of link.querySelectorAll('svg, small')) part.remove()
  nameLink(link, entry)
  list.append(card)
}

/** `xml` has the origin of its addresses. */
export function addToSitemap(xml: string, { hidden, pages }: SitePages): string {
  const origin = /<loc>(https?:\/\/[^/<]+)/.exec(xml)?.[1]
  if (!xml.includes('<urlset') || origin === undefined) return xml
  const hiddenPaths = new Set(hidden.map(getPath))
  const shown = xml.replace(/<url><loc>([^<]+)<\/loc>.*?<\/url>/gs, (entry, url: string) =>
    hiddenPaths.has(stripLocale(new URL(url).pathname)) ? '' : entry,
  )
  const added = pages.flatMap(({ slug, locale, changedOn }) => {
    const getUrl = (language: Locale) => origin + localizePath(getPath(slug), language)
    if (shown.includes(`<loc>${getUrl(locale)}</loc>`)) return []
    const alternates = pages
      .filter((other) => other.slug === slug)
      .map(
        (other) => `<xhtml:link rel="alternate" hreflang="${other.locale}" href="${getUrl(other.locale)}"/>`,
      )
    return [`<url><loc>${getUrl(locale)}</loc><lastmod>${changedOn}</lastmod>${alternates.join('')}</url>`]
  })
  return shown.replace('</urlset>', `${added.join('')}</urlset>`)
}
