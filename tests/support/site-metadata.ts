import type { SiteMetadata } from '#contract/portal/site.ts'
import type { PageContent } from '#lib/page/fill/fill-page.ts'

/** A Korean site without images. */
export const createSiteMetadata = (fields: Partial<SiteMetadata> = {}): SiteMetadata => ({
  domain: 'studio.example',
  name: 'Studio',
  design_id: '',
  color_primary: '#0f7b6c',
  color_primary_dim: '#e3f3f0',
  logo_favicon: null,
  logo_meta: null,
  is_playist: false,
  exclusive_logo: null,
  join_policy: 'open',
  ...fields,
})

/** What a page shows of a site that has nothing of its own. */
export const createPageContent = (fields: Partial<PageContent> = {}): PageContent => ({
  site: createSiteMetadata(),
  popular: null,
  home: null,
  logo: null,
  pages: { hidden: [], pages: [] },
  ownPage: null,
  ...fields,
})
