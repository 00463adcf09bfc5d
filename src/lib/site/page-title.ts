import type { SiteMetadata } from '#contract/site.ts'

export function setPageTitle(title: string, site: SiteMetadata | null): void {
  document.documentElement.dataset.title = title
  document.title = site ? `${title} · ${site.name}` : title
}
