import { recordChange } from '#server/audit.ts'
import type { Database } from '#server/db/connect.ts'
import { type Command, OperatorError, UsageError } from './command.ts'
import { operatorOn, readDomain } from './named.ts'
import { describeSite, selectSiteLines } from './site-lines.ts'
import { detailOf, type Look, lookHelp, lookOptions, readLook, updateLook } from './site-look.ts'

export const siteAddCommand: Command = {
  name: 'site add',
  usage: '<domain> --name … [--playlist] [--design …] [--color …] [--color-dim …]',
  summary: 'Makes a site.',
  help: `${lookHelp}

For instance:
  npm run operator -- site add studio.example --name Studio --color 1d6fd8 --color-dim e4effc

A site without a manager has nobody to add members: account promote makes one of who has joined.

Status: 0 it is done, 2 it could not be done.`,
  options: lookOptions,
  prepare(given) {
    if (given.positionals.length !== 1) throw new UsageError('Name one domain, for instance studio.example.')
    const domain = readDomain(given.positionals[0], 'The name of a site')
    const look = readLook(given)
    if (look.name === undefined) throw new UsageError('Give --name: what the site calls itself.')
    return async ({ db, print }) => {
      await insertSite(db, domain, { ...look, name: look.name ?? domain })
      for (const line of await selectSiteLines(db, domain)) print(`made: ${describeSite(line)}`)
      return 0
    }
  },
}

const insertSite = (db: Database, domain: string, look: Look & { name: string }): Promise<void> =>
  db.transaction(async (tx) => {
    const [site] = await tx.query<{ id: number }>(
      `insert into sites (domain, name)
      values ($1, $2)
      on conflict do nothing
      returning id`,
      [domain, look.name],
    )
    if (!site) throw new OperatorError(`There is a site ${domain} already. See: site set --help`)
    await updateLook(tx, site.id, look)
    await recordChange(tx, operatorOn(site), {
      action: 'site add',
      subject: { kind: 'site', id: site.id },
      detail: { domain, ...detailOf(look) },
    })
  })
