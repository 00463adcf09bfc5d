import { createCommand, type Schedule } from './command.ts'
import { formatResult } from './format.ts'
import { formatSite, selectSiteRows } from './sites.ts'

export const siteListCommand = (schedule: Schedule) =>
  createCommand('list', {
    summary: 'list the sites with their managers and number of channels',
    examples: ['site list'],
  })
    .option('--json', 'print JSON, with design and colors')
    .action(({ json }) =>
      schedule(async ({ db, print }) => {
        const sites = await selectSiteRows(db)
        print(
          formatResult(json, sites, () =>
            sites.length === 0 ? 'There are no sites yet. See: site add --help' : sites.map(formatSite),
          ),
        )
      }),
    )
