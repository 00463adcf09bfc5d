import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formatCount } from './format.ts'

const SiteRow = z.object({
  domain: z.string(),
  name: z.string(),
  playlist: z.boolean(),
  design: z.string(),
  color: z.string(),
  colorDim: z.string(),
  defaultNetwork: z.nullable(z.string()),
  managers: z.array(z.string()),
  channels: Count,
  requireSecondFactor: z.boolean(),
})
export type SiteRow = z.infer<typeof SiteRow>

export const selectSiteRows = (db: Queryable, domain?: string): Promise<SiteRow[]> =>
  db.query(
    SiteRow,
    sql`select s.domain,
      s.name,
      s.is_playlist as playlist,
      s.design_id as design,
      s.color_primary as color,
      s.color_primary_dim as "colorDim",
      d.email as "defaultNetwork",
      s.requires_second_factor as "requireSecondFactor",
      array(
        select a.email
        from accounts a
        where a.site_id = s.id
          and a.is_manager
          and a.removed_at is null
        order by a.email
      ) as managers,
      (
        select count(*)
        from channels c
        join accounts a on a.id = c.network_id
        where a.site_id = s.id
          and c.removed_at is null
      ) as channels
    from sites s
    left join accounts d on d.id = s.default_network_id
    where ${domain === undefined ? sql`true` : sql`s.domain = ${domain}`}
    order by s.domain`,
  )

export function formatSite(site: SiteRow): string {
  const { domain, name, playlist, channels, managers, defaultNetwork, requireSecondFactor } = site
  const kind = playlist ? 'playlist site, US dollars' : 'Korean site'
  const newAccounts = defaultNetwork ? `new accounts join ${defaultNetwork}` : 'new accounts are standalone'
  const managerList = managers.join(', ') || 'no manager'
  const factor = requireSecondFactor ? ', managers need a second factor' : ''
  return `${domain}  ${name}  (${kind}, ${newAccounts}${factor})  ${formatCount(channels, 'channel')}  ${managerList}`
}
