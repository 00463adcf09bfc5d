import type { SiteMetadata } from '#contract/portal/site.ts'

/** `doc` is the page that the server fills. */
export function fillSiteNames(site: SiteMetadata, doc = document): void {
  for (const element of doc.querySelectorAll('[data-site-name]')) {
    if (element.textContent !== site.name) element.textContent = site.name
  }
}
