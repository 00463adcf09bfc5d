import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { IdRow } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { OperatorError, type Schedule, UsageError } from './command.ts'
import { createOperatorActor } from './lookups.ts'
import {
  createSiteCommand,
  type SiteSettings,
  selectSiteValues,
  updateSiteSettings,
} from './site-settings.ts'
import { formatSite, selectSiteRows } from './sites.ts'

export const siteAddCommand = (schedule: Schedule) =>
  createSiteCommand('add', {
    summary: 'add a site',
    help: 'A new site has no manager: account promote turns an account that has joined it into one.',
    examples: ['site add studio.example --name Studio --color 1d6fd8 --color-dim e4effc'],
  }).action((domain, settings) => {
    const { name } = settings
    if (name === undefined) throw new UsageError('Give --name, the name of the site.')
    schedule(async ({ db, print }) => {
      await insertSite(db, domain, name, settings)
      print((await selectSiteRows(db, domain)).map((site) => `added: ${formatSite(site)}`))
    })
  })

const insertSite = (db: Database, domain: string, name: string, settings: SiteSettings): Promise<void> =>
  db.transaction(async (tx) => {
    const [site] = await tx.query(
      IdRow,
      sql`insert into sites (domain, name)
      values (${domain}, ${name})
      on conflict do nothing
      returning id`,
    )
    if (!site) throw new OperatorError(`The site ${domain} already exists. See: site set --help`)
    await updateSiteSettings(tx, site.id, settings)
    await recordAuditEntry(tx, createOperatorActor(site), {
      action: 'site add',
      subject: { kind: 'site', id: site.id },
      before: null,
      after: await selectSiteValues(tx, site.id),
    })
  })
