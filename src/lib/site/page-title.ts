import type { SiteMetadata } from '#contract/portal/site.ts'

export const formatPageTitle = (title: string, site: SiteMetadata | null): string =>
  site ? `${title} | ${site.name}` : title

export function setPageTitle(title: string, site: SiteMetadata | null): void {
  document.documentElement.dataset.title = title
  document.title = formatPageTitle(title, site)
}
