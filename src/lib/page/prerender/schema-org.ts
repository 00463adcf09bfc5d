import type { Locale } from '#contract/platform/locale.ts'

interface Crumb {
  readonly name: string
  readonly url: string
}

export const createBreadcrumb = (crumbs: readonly Crumb[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ name, url }, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name,
    item: url,
  })),
})

interface ArticleOptions {
  readonly locale: Locale
  readonly url: string
  readonly images: readonly string[]
  readonly title: string
  readonly description: string
  /** A day, `YYYY-MM-DD`. */
  readonly modified: string
}

/** Instructions are articles, too: search engines no longer show `HowTo`. */
export const createArticle = ({ locale, url, images, title, description, modified }: ArticleOptions) => ({
  '@type': 'Article',
  '@id': url,
  url,
  mainEntityOfPage: url,
  headline: title,
  description,
  image: images,
  dateModified: modified,
  inLanguage: locale,
})
