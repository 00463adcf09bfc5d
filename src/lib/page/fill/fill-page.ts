import { getSiteLocale, isLocale, locales } from '#contract/platform/locale.ts'
import type { PopularMusics } from '#contract/portal/musics.ts'
import type { SiteMetadata } from '#contract/portal/site.ts'
import type { SiteHome, SiteLogo } from '#contract/portal/site-home.ts'
import type { OwnPage, SitePages } from '#contract/portal/site-pages.ts'
import { localizePath, stripLocale } from '#lib/i18n/language.ts'
import { setStrings } from '#lib/i18n/strings.ts'
import { createFavicon } from '#lib/site/favicon.ts'
import { formatPageTitle } from '#lib/site/page-title.ts'
import { fillSiteNames } from '#lib/site/site-names.ts'
import { fillChartStories } from './chart-stories.ts'
import { fillHome, fillLogo } from './fill-home.ts'
import { addToSitemap, fillOwnPage, fillPageLinks } from './own-page.ts'
import { fillPopularTracks } from './popular-rows.ts'

// One build serves every site. Site-specific content is written into a page when it is served or published, so that it
// is complete for search engines and has its brand before the first paint.

export interface PageContent {
  readonly site: SiteMetadata
  /** Popular tracks of this week; null: the browser requests them. */
  readonly popular: PopularMusics | null
  /** Null on all pages except the home. */
  readonly home: SiteHome | null
  /** Null: the site shows its name. */
  readonly logo: SiteLogo | null
  /** What the site changes in the public pages below `/guides`. */
  readonly pages: SitePages
  /** The page of the site that the template shows; null on all others. */
  readonly ownPage: OwnPage | null
}

const escapeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** `origin` is the origin of the address, without a trailing slash. */
export function fillPage(document: Document, content: PageContent, origin: string): void {
  const { site, popular, home, logo, pages, ownPage } = content
  const { lang } = document.documentElement
  const strings = document.getElementById('strings')?.textContent
  setStrings(isLocale(lang) ? lang : locales[0], strings ? JSON.parse(strings) : {})
  document.documentElement.dataset.design = site.design_id
  document.documentElement.toggleAttribute('data-playlist', site.is_playist)
  if (ownPage) fillOwnPage(document, ownPage, pages, origin)
  fillPageLinks(document, pages)
  const block = document.getElementById('site')
  if (block) block.textContent = escapeJson(site)
  fillTitle(document, site)
  fillSiteNames(site, document)
  document.querySelector('link[rel="icon"]')?.setAttribute('href', createFavicon(site))
  fillMetadata(document, site, origin)
  if (logo) fillLogo(document, logo)
  if (home) fillHome(document, home, origin)
  if (!popular || popular.musics.length === 0) return
  const section = document.querySelector<HTMLElement>('[data-popular]')
  if (section) fillPopularTracks(section, fitTo(section, popular))
  fillChartStories(document, popular)
}

/** linkedom does not escape the text of a title, so this does. */
function fillTitle(document: Document, site: SiteMetadata): void {
  const title = document.querySelector('title')
  const text = formatPageTitle(document.documentElement.dataset.title ?? '', site)
  if (title) title.textContent = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const fitTo = ({ dataset }: HTMLElement, popular: PopularMusics): PopularMusics => ({
  ...popular,
  musics: popular.musics.slice(0, Number(dataset.popular)),
})

/** Fills metadata for search engines and shared links. */
function fillMetadata(document: Document, site: SiteMetadata, origin: string): void {
  const locale = document.documentElement.lang
  // https://developers.google.com/search/docs/specialty/international/localized-versions
  const fallback = document
    .querySelector(`link[hreflang="${getSiteLocale(site.is_playist)}"]`)
    ?.getAttribute('href')
  if (fallback) document.querySelector('link[hreflang="x-default"]')?.setAttribute('href', fallback)
  document.querySelector('meta[property="og:site_name"]')?.setAttribute('content', site.name)
  if (site.logo_meta) addSharePicture(document, new URL(site.logo_meta, origin).href)
  const graph = document.querySelector('script[type="application/ld+json"]')
  if (!graph) return
  const home = `${origin}${localizePath('/', isLocale(locale) ? locale : locales[0])}`
  const publisher = { '@type': 'Organization', name: site.name, url: home }
  const website = {
    '@type': 'WebSite',
    '@id': `${home}#website`,
    url: home,
    name: site.name,
    inLanguage: locale,
    publisher,
  }
  const data: { '@graph': { '@type': string }[] } = JSON.parse(graph.textContent ?? '')
  const nodes = data['@graph'].map((node) => {
    if (node['@type'] === 'Article') return { ...node, publisher, isPartOf: { '@id': website['@id'] } }
    return /Page$/.test(node['@type']) ? { ...node, isPartOf: { '@id': website['@id'] } } : node
  })
  graph.textContent = escapeJson({ ...data, '@graph': [website, ...nodes] })
}

/** Shows the site's picture for links to pages that have none of their own. */
function addSharePicture(document: Document, url: string): void {
  if (document.querySelector('meta[property="og:image"]')) return
  const picture = document.createElement('meta')
  picture.setAttribute('property', 'og:image')
  picture.setAttribute('content', url)
  document.head.append(picture)
}

/** Sends readers of other languages to the address in the site's own language, and lists the site's own pages. */
export function fillSitemap(xml: string, { site, pages }: Pick<PageContent, 'site' | 'pages'>): string {
  const language = getSiteLocale(site.is_playist)
  return addToSitemap(xml, pages).replace(
    /(hreflang="x-default" href="https?:\/\/[^/"]+)([^"]*)"/g,
    (_, start: string, path: string) => `${start}${localizePath(stripLocale(path || '/'), language)}"`,
  )
}
