import * as z from 'zod/mini'
import { designIds } from '#contract/design.ts'
import { joinPolicies } from '#contract/site.ts'
import type { Queryable } from './db/database.ts'
import { Id } from './db/rows.ts'
import { planOnce, sql } from './db/sql.ts'

const Site = z.object({
  id: Id,
  domain: z.string(),
  name: z.string(),
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
    planOnce(sql`select id,
      domain,
      name,
      design_id as "designId",
      color_primary as "colorPrimary",
      color_primary_dim as "colorPrimaryDim",
      logo_favicon as "logoFavicon",
      logo_meta as "logoMeta",
      is_playlist as "isPlaylist",
      exclusive_logo as "exclusiveLogo",
      default_network_id as "defaultNetworkId",
      join_policy as "joinPolicy",
      has_strong_passwords as "hasStrongPasswords",
      requires_second_factor as "requiresSecondFactor"
    from sites
    where domain = ${domain}`),
  )
  return site ?? null
}

/** As the demonstration's sites are. */
export const isLocalDomain = (domain: string): boolean => /(^|\.)localhost$/.test(domain)

/** For links in mail, which must not depend on a request's Host header. */
export const getSiteOrigin = ({ domain }: Pick<Site, 'domain'>, port: number): string =>
  isLocalDomain(domain) ? `http://${domain}:${port}` : `https://${domain}`
