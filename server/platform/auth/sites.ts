import * as z from 'zod/mini'
import { SignInProvider } from '#contract/people/sign-in-providers.ts'
import { normalizeHost } from '#contract/platform/host.ts'
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
  /** Of OpenID Connect. */
  signInProviders: z.array(SignInProvider),
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
      requires_second_factor as "requiresSecondFactor",
      coalesce((
        select json_agg(json_build_object('id', p.id, 'name', p.name, 'audience', p.audience) order by p.id)
        from sign_in_providers p
        where p.site_id = s.id
      ), '[]') as "signInProviders"
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

/**
 * Whether a page of this origin is one of the site: its domain or `www.` of it, over HTTPS; on localhost, where browsers allow
 * it, also over HTTP and on any port.
 */
export function isSiteOrigin({ domain }: Pick<Site, 'domain'>, origin: string): boolean {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) return false
  const { protocol, hostname, port } = new URL(origin)
  if (normalizeHost(hostname) !== domain) return false
  return isLocalDomain(hostname) || (protocol === 'https:' && port === '')
}

/** Links in mail use it, because they must not depend on a request's Host header. */
export const getSiteOrigin = ({ domain }: Pick<Site, 'domain'>, port: number): string =>
  isLocalDomain(domain) ? `http://${domain}:${port}` : `https://${domain}`
