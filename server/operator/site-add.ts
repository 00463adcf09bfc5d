import { recordAuditEntry } from '#server/audit.ts'
import type { Database } from '#server/db/database.ts'
import { createOperatorActor, parseDomain } from './arguments.ts'
import { type Command, OperatorError, UsageError } from './command.ts'
import {
  getChangedSettings,
  parseSiteSettings,
  type SiteSettings,
  settingHelp,
  settingOptions,
  updateSiteSettings,
} from './site-settings.ts'
import { formatSite, selectSiteRows } from './sites.ts'

export const siteAddCommand: Command = {
  name: 'site add',
  usage: '<domain> --name … [--playlist] [--design …] [--color …] [--color-dim …]',
  summary: 'Makes a site.',
  help: `${settingHelp}

For instance:
  npm run operator -- site add studio.example --name Studio --color 1d6fd8 --color-dim e4effc

A site without a manager has nobody to add members: account promote makes one of who has joined.

Status: 0 it is done, 2 it could not be done.`,
  options: settingOptions,
  prepare(args) {
    if (args.positionals.length !== 1) throw new UsageError('Name one domain, for instance studio.example.')
    const domain = parseDomain(args.positionals[0], 'The name of a site')
    const settings = parseSiteSettings(args)
    if (settings.name === undefined) throw new UsageError('Give --name: what the site calls itself.')
    return async ({ db, print }) => {
      await insertSite(db, domain, { ...settings, name: settings.name ?? domain })
      for (const line of await selectSiteRows(db, domain)) print(`made: ${formatSite(line)}`)
      return 0
    }
  },
}

const insertSite = (db: Database, domain: string, settings: SiteSettings & { name: string }): Promise<void> =>
  db.transaction(async (tx) => {
    const [site] = await tx.query<{ id: number }>(
      `insert into sites (domain, name)
      values ($1, $2)
      on conflict do nothing
      returning id`,
      [domain, settings.name],
    )
    if (!site) throw new OperatorError(`There is a site ${domain} already. See: site set --help`)
    await updateSiteSettings(tx, site.id, settings)
    await recordAuditEntry(tx, createOperatorActor(site), {
      action: 'site add',
      subject: { kind: 'site', id: site.id },
      detail: { domain, ...getChangedSettings(settings) },
    })
  })
