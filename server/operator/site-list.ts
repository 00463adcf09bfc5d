import { type Command, UsageError } from './command.ts'
import { formatSite, selectSiteRows } from './sites.ts'

export const siteListCommand: Command = {
  name: 'site list',
  usage: '[--json]',
  summary: 'Prints the sites with their managers and channels.',
  help: `  --json  for programs, with design and colours

For instance:
  npm run operator -- site list

Status: 0 all is fine, 2 it could not run.`,
  options: { json: { type: 'boolean' } },
  prepare(args) {
    if (args.positionals.length > 0) throw new UsageError('Give only --json.')
    return async ({ db, print }) => {
      const sites = await selectSiteRows(db)
      if (args.flag('json')) print(JSON.stringify(sites, null, 1))
      else if (sites.length === 0) print('There is no site yet. See: site add --help')
      else for (const site of sites) print(formatSite(site))
      return 0
    }
  },
}
