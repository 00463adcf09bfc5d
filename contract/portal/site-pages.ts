import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { locales } from '#contract/platform/locale.ts'
import { Day } from '#contract/reports/reports.ts'
import { TextBlock } from './rich-text.ts'

/** The address of a page below `/guides`. */
export const PageSlug = z
  .string()
  .check(z.maxLength(80), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)?$/))

export const OwnPageEntry = z.object({
  slug: PageSlug,
  locale: z.enum(locales),
  title: z.string(),
  /** In lists. */
  short: z.string(),
  description: z.string(),
  changedOn: Day,
})
export type OwnPageEntry = z.infer<typeof OwnPageEntry>

export const OwnPage = z.extend(OwnPageEntry, { lead: z.nullable(z.string()), blocks: z.array(TextBlock) })
export type OwnPage = z.infer<typeof OwnPage>

/** What a site changes in the product's public pages. */
export const SitePages = z.object({
  /** Pages of the product that the site does not show. */
  hidden: z.array(PageSlug),
  /** By slug, then in the order of the languages. A page of the product with the same slug gives way in that language. */
  pages: z.array(OwnPageEntry),
})
export type SitePages = z.infer<typeof SitePages>

const domain = z.string().check(z.minLength(1), z.maxLength(253))

export const listSitePages = defineEndpoint({
  name: 'listSitePages',
  summary: 'The public pages that a site hides, replaces or adds, by its domain.',
  method: 'GET',
  path: 'v2/mcn/pages',
  access: 'public',
  query: z.object({ domain }),
  output: SitePages,
  refusals: ['unknown_site'],
  anonymous: true,
})

export const readSitePage = defineEndpoint({
  name: 'readSitePage',
  summary: 'A page of a site in one language, with its text as a tree of known nodes.',
  method: 'GET',
  path: 'v2/mcn/page',
  access: 'public',
  query: z.object({ domain, slug: PageSlug, locale: z.enum(locales) }),
  output: z.object({ page: OwnPage }),
  refusals: ['unknown_site', 'not_found'],
  anonymous: true,
})
