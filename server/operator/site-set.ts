import { recordChange } from '#server/audit.ts'
import type { Database, Queries } from '#server/db/connect.ts'
import { refreshLists } from '#server/ingest/lists.ts'
import { touchFigures } from '#server/ingest/rollups.ts'
import type { Site } from '#server/session.ts'
import { type Command, OperatorError, UsageError } from './command.ts'
import { lockAccount, operatorOn, readDomain, readEmail, requireSite } from './named.ts'
import { describeSite, selectSiteLines } from './site-lines.ts'
import { detailOf, type Look, lookHelp, lookOptions, readLook, updateLook } from './site-look.ts'

/** Whose network who joins becomes a member of: an email, null for nobody's, undefined as it is. */
type DefaultNetwork = string | null | undefined

export const siteSetCommand: Command = {
  name: 'site set',
  usage: '<domain> [--name …] [--[no-]playlist] [--design …] [--color …] [--default-network <email|none>]',
  summary: 'Changes what a site looks like, or whose network people join.',
  help: `${lookHelp}
  --default-network  the email of the manager whose network who joins becomes a member of; none: they stand alone

What is not given stays as it is.

For instance:
  npm run operator -- site set studio.example --design mcn-2 --default-network boss@studio.example

Status: 0 it is done, 2 it could not be done.`,
  options: { ...lookOptions, 'default-network': { type: 'string' } },
  prepare(given) {
    if (given.positionals.length !== 1) throw new UsageError('Name one site by its domain.')
    const domain = readDomain(given.positionals[0], 'The name of a site')
    const look = readLook(given)
    const text = given.text('default-network')
    const network = text === undefined || text === 'none' ? text : readEmail(text, '--default-network')
    if (network === undefined && Object.keys(detailOf(look)).length === 0)
      throw new UsageError('Say what to change. See: site set --help')
    return async ({ db, print }) => {
      const changed = await changeSite(db, domain, look, network === 'none' ? null : network)
      await refreshLists(db)
      for (const line of await selectSiteLines(db, domain))
        print(`${changed ? 'changed' : 'as before'}: ${describeSite(line)}`)
      return 0
    }
  },
}

/** @returns whether anything was otherwise before */
const changeSite = (db: Database, domain: string, look: Look, network: DefaultNetwork): Promise<boolean> =>
  db.transaction(async (tx) => {
    await tx.query('select id from sites where domain = $1 for no key update', [domain])
    const site = await requireSite(tx, domain)
    const before = await selectSiteLines(tx, domain)
    // In another currency every amount of the lists is another one.
    if (look.playlist !== undefined && look.playlist !== site.playlist) await touchFigures(tx)
    await updateLook(tx, site.id, look)
    const networkId = await setDefaultNetwork(tx, site, network)
    const after = await selectSiteLines(tx, domain)
    if (JSON.stringify(before) === JSON.stringify(after)) return false
    await recordChange(tx, operatorOn(site), {
      action: 'site set',
      subject: { kind: 'site', id: site.id },
      detail: { ...detailOf(look), ...(networkId !== undefined && { default_network: networkId }) },
    })
    return true
  })

async function setDefaultNetwork(tx: Queries, site: Site, email: DefaultNetwork): Promise<DefaultNetworkId> {
  if (email === undefined) return undefined
  const account = email === null ? null : await lockAccount(tx, site, email)
  if (account && !account.isManager)
    throw new OperatorError(`${email} is not a manager. See: account promote --help`)
  await tx.query('update sites set default_network_id = $2 where id = $1', [site.id, account?.id ?? null])
  return account?.id ?? null
}

type DefaultNetworkId = number | null | undefined
