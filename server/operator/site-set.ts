import { recordAuditEntry } from '#server/audit.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { refreshLists } from '#server/figures/lists.ts'
import { bumpDataRevision } from '#server/figures/rollups.ts'
import type { Site } from '#server/sites.ts'
import { createOperatorActor, lockAccount, parseDomain, parseEmail, requireSite } from './arguments.ts'
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

/** Whose network who joins becomes a member of: an email, null for nobody's, undefined as it is. */
type DefaultNetwork = string | null | undefined

export const siteSetCommand: Command = {
  name: 'site set',
  usage: '<domain> [--name …] [--[no-]playlist] [--design …] [--color …] [--default-network <email|none>]',
  summary: 'Changes what a site looks like, or whose network people join.',
  help: `${settingHelp}
  --default-network  the email of the manager whose network who joins becomes a member of; none: they stand alone

What is not given stays as it is.

For instance:
  npm run operator -- site set studio.example --design mcn-2 --default-network boss@studio.example

Status: 0 it is done, 2 it could not be done.`,
  options: { ...settingOptions, 'default-network': { type: 'string' } },
  prepare(args) {
    if (args.positionals.length !== 1) throw new UsageError('Name one site by its domain.')
    const domain = parseDomain(args.positionals[0], 'The name of a site')
    const settings = parseSiteSettings(args)
    const text = args.value('default-network')
    const network = text === undefined || text === 'none' ? text : parseEmail(text, '--default-network')
    if (network === undefined && Object.keys(getChangedSettings(settings)).length === 0)
      throw new UsageError('Say what to change. See: site set --help')
    return async ({ db, print }) => {
      const changed = await updateSite(db, domain, settings, network === 'none' ? null : network)
      await refreshLists(db)
      for (const line of await selectSiteRows(db, domain))
        print(`${changed ? 'changed' : 'as before'}: ${formatSite(line)}`)
      return 0
    }
  },
}

/** @returns whether anything was otherwise before */
const updateSite = (
  db: Database,
  domain: string,
  settings: SiteSettings,
  defaultNetwork: DefaultNetwork,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    await tx.query('select id from sites where domain = $1 for no key update', [domain])
    const site = await requireSite(tx, domain)
    const before = await selectSiteRows(tx, domain)
    // In another currency every amount of the lists is another one.
    if (settings.playlist !== undefined && settings.playlist !== site.isPlaylist) await bumpDataRevision(tx)
    await updateSiteSettings(tx, site.id, settings)
    const networkId = await setDefaultNetwork(tx, site, defaultNetwork)
    const after = await selectSiteRows(tx, domain)
    if (JSON.stringify(before) === JSON.stringify(after)) return false
    await recordAuditEntry(tx, createOperatorActor(site), {
      action: 'site set',
      subject: { kind: 'site', id: site.id },
      detail: {
        ...getChangedSettings(settings),
        ...(networkId !== undefined && { default_network: networkId }),
      },
    })
    return true
  })

async function setDefaultNetwork(
  tx: Queryable,
  site: Site,
  email: DefaultNetwork,
): Promise<DefaultNetworkId> {
  if (email === undefined) return undefined
  const account = email === null ? null : await lockAccount(tx, site, email)
  if (account && !account.isManager)
    throw new OperatorError(`${email} is not a manager. See: account promote --help`)
  await tx.query('update sites set default_network_id = $2 where id = $1', [site.id, account?.id ?? null])
  return account?.id ?? null
}

type DefaultNetworkId = number | null | undefined
