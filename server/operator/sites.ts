import type { Queryable } from '#server/db/database.ts'
import { formatCount } from './format.ts'

/** A site as the operator sees it. */
export interface SiteRow {
  domain: string
  name: string
  playlist: boolean
  design: string
  color: string
  colorDim: string
  /** The email of the manager whose network joiners become members of. */
  defaultNetwork: string | null
  managers: string[]
  channels: number
}

/** The sites by their domain; of one domain at most one. */
export const selectSiteRows = (db: Queryable, domain?: string): Promise<SiteRow[]> =>
  db.query<SiteRow>(
    `select s.domain,
      s.name,
      s.is_playlist as playlist,
      s.design_id as design,
      s.color_primary as color,
      s.color_primary_dim as "colorDim",
      d.email as "defaultNetwork",
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
    where $1::text is null or s.domain = $1
    order by s.domain`,
    [domain ?? null],
  )

export function formatSite({ domain, name, playlist, channels, managers, defaultNetwork }: SiteRow): string {
  const kind = playlist ? 'playlist site, US dollars' : 'Korean site'
  const joining = defaultNetwork ? `joiners to ${defaultNetwork}` : 'joiners stand alone'
  const who = managers.join(', ') || 'no manager'
  return `${domain}  ${name}  (${kind}, ${joining})  ${formatCount(channels, 'channel')}  ${who}`
}
