import * as z from 'zod/mini'
import type { Locale } from '#contract/platform/locale.ts'
import { designIds } from '#contract/portal/design.ts'
import { joinPolicies } from '#contract/portal/site.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { LocalizedText } from '#server/platform/localized-text.ts'

const Site = z.object({
  id: Id,
  domain: z.string(),
  name: z.string(),
  /** By language; the name stands for those that are missing. */
  names: LocalizedText,
  designId: z.enum(designIds),
  colorPrimary: z.string(),
  colorPrimaryDim: z.string(),
  logoFavicon: z.nullable(z.string()),
  logoMeta: z.nullable(z.string()),
  isPlaylist: z.boolean(),
  exclusiveLogo: z.nullable(z.string()),
  defaultNetworkId: z.nullable(Id),
  joinPolicy: z.enum(joinPolicies),
  hasStrongPasswords: z.boolean(),
  requiresSecondFactor: z.boolean(),
})
export type Site = z.output<typeof Site>

export async function findSite(db: Queryable, domain: string): Promise<Site | null> {
  const [site] = await db.query(
    Site,
    sql`select s.id,
      domain,
      name,
      names,
      design_id as "designId",
      color_primary as "colorPrimary",
      color_primary_dim as "colorPrimaryDim",
      m.favicon as "logoFavicon",
      m.share_picture as "logoMeta",
      is_playlist as "isPlaylist",
      exclusive_logo as "exclusiveLogo",
      default_network_id as "defaultNetworkId",
      join_policy as "joinPolicy",
      has_strong_passwords as "hasStrongPasswords",
      requires_second_factor as "requiresSecondFactor"
    from sites s
    join site_marks m on m.site_id = s.id
    where s.domain = ${domain}`,
    { plan: 'generic' },
  )
  return site ?? null
}

/** As `getSiteName`, of `sites s` for an account or mail with a language. */
export const selectSiteName = (locale: Sql): Sql => sql`coalesce(s.names ->> ${locale}, s.name)`

/** What the site is called in a language. */
export const getSiteName = (
  { name, names }: Pick<Site, 'name' | 'names'>,
  locale: Locale | undefined,
): string => (locale && names[locale]) || name

/** Returns the URL of a site's image, which is a path of the media store or a URL. */
export const getImageUrl = (image: string, apiUrl: string): string =>
  image.startsWith('media/') ? `${apiUrl}/${image}` : image

export const isLocalDomain = (domain: string): boolean => /(^|\.)localhost$/.test(domain)

/** Links in mail use it, because they must not depend on a request's Host header. */
export const getSiteOrigin = ({ domain }: Pick<Site, 'domain'>, port: number): string =>
  isLocalDomain(domain) ? `http://${domain}:${port}` : `https://${domain}`
