import { headerNames } from '#contract/platform/headers.ts'
import { isLocale, type Locale, locales } from '#contract/platform/locale.ts'
import { readMeta, type SiteMetadata } from '#contract/portal/site.ts'
import { readHome, type SiteHome } from '#contract/portal/site-home.ts'
import { listSitePages, type OwnPage, readSitePage, type SitePages } from '#contract/portal/site-pages.ts'
import { createAntiTamperHeaders } from '#lib/api/anti-tamper.ts'
import type { PageContent } from '#lib/page/fill/fill-page.ts'

/** A site's content on its pages, by language. */
export type SiteContent = Readonly<Record<Locale, PageContent>>

interface Caller {
  /** Base URL of the API. */
  readonly api: string
  readonly domain: string
}

/** @throws {Error} with the API's own message if it refuses */
async function read<Reply>(
  { api, domain }: Caller,
  path: string,
  locale: Locale,
  query: Record<string, string> = {},
): Promise<Reply> {
  const target = `/${path}?${new URLSearchParams({ domain, ...query })}`
  const signed = { method: 'GET', path: target, bodyBytes: 0, token: '' }
  const digests = await createAntiTamperHeaders(signed, () => Promise.reject(new Error('no SHA-512')))
  const response = await fetch(api + target, {
    headers: { ...digests, [headerNames.language]: locale, 'User-Agent': navigator.userAgent },
  })
  const reply = await response.json()
  if (!reply.success) throw new Error(reply.message)
  return reply
}

/**
 * Requests the site's content from the API. The browser loads popular tracks, because a published page outlives the
 * week.
 * @throws {Error} without an API that knows the site
 */
export async function loadSiteContent(caller: Caller): Promise<SiteContent> {
  const { metadata } = await read<{ metadata: SiteMetadata }>(caller, readMeta.path, locales[0])
  const { hidden, pages } = await read<SitePages>(caller, listSitePages.path, locales[0])
  const entries = locales.map(async (locale) => {
    const { home } = await read<{ home: SiteHome }>(caller, readHome.path, locale)
    return [
      locale,
      { site: metadata, popular: null, home, logo: home.logo, pages: { hidden, pages }, ownPage: null },
    ] as const
  })
  return Object.fromEntries(await Promise.all(entries)) as Record<Locale, PageContent>
}

/** The texts of the pages that the site has of its own. @throws {Error} see `loadSiteContent` */
export async function loadOwnPages(caller: Caller, { pages }: SitePages): Promise<OwnPage[]> {
  const replies: OwnPage[] = []
  for (const { slug, locale } of pages) {
    const query = { slug, locale }
    replies.push((await read<{ page: OwnPage }>(caller, readSitePage.path, locale, query)).page)
  }
  return replies
}

/** Selects the content in the page's language; only a home gets the texts for homes. */
export const findPageContent = (content: SiteContent, html: string): PageContent => {
  const [, language] = /<html lang="([^"]+)"/.exec(html) ?? []
  const ofLanguage = content[isLocale(language) ? language : locales[0]]
  return html.includes(' data-home') ? ofLanguage : { ...ofLanguage, home: null }
}
