import type { Command } from './command.ts'

interface SiteLine {
  domain: string
  name: string
  kind: string
  managers: string[]
  channels: number
}

export const sitesListCommand: Command = {
  name: 'sites list',
  usage: '',
  summary: 'Prints the sites with their managers and channels.',
  options: {},
  prepare:
    () =>
    async ({ db, print }) => {
      const sites = await db.query<SiteLine>(
        `select s.domain,
          s.name,
          case when s.is_playist then 'playlist site, US dollars' else 'Korean site' end as kind,
          array(
            select a.email
            from accounts a
            where a.site_id = s.id
              and a.permission_flag = 1
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
        order by s.domain`,
      )
      for (const { domain, name, kind, managers, channels } of sites) {
        print(`${domain}  ${name}  (${kind})  ${channels} channels  ${managers.join(', ') || 'no manager'}`)
      }
      if (sites.length === 0) print('There is no site yet.')
      return 0
    },
}
