import { diffValues, recordAuditEntry } from '#server/audit.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { refreshLists } from '#server/figures/lists.ts'
import { markFiguresChanged } from '#server/figures/network-revisions.ts'
import { bumpDataRevision } from '#server/figures/rollups.ts'
import type { Site } from '#server/sites.ts'
import { OperatorError, type Schedule, UsageError } from './command.ts'
import { createOperatorActor, lockAccount, lockSite } from './lookups.ts'
import { parseEmail } from './parsers.ts'
import {
  createSiteCommand,
  getGivenSettings,
  type SiteSettings,
  selectSiteValues,
  updateSiteSettings,
} from './site-settings.ts'
import { formatSite, selectSiteRows } from './sites.ts'

/** Email of the manager whose network new accounts join; null for none, undefined to keep it. */
type DefaultNetwork = string | null | undefined

export const siteSetCommand = (schedule: Schedule) =>
  createSiteCommand('set', {
    summary: 'change the look, currency, default network or second factor of a site',
    help: 'Settings that are not given stay as they are.',
    examples: ['site set studio.example --design mcn-2 --default-network boss@studio.example'],
  })
    .option(
      '--default-network <email|none>',
      'manager whose network new accounts join; none: they are standalone',
      // commander would turn null into an empty string.
      (text) => (text === 'none' ? text : parseEmail(text)),
    )
    .action((domain, { defaultNetwork, ...settings }) => {
      if (defaultNetwork === undefined && Object.keys(getGivenSettings(settings)).length === 0)
        throw new UsageError('Give at least one setting to change.')
      schedule(async ({ db, print }) => {
        const network = defaultNetwork === 'none' ? null : defaultNetwork
        const hasChanged = await updateSite(db, domain, settings, network)
        await refreshLists(db)
        const sites = await selectSiteRows(db, domain)
        print(sites.map((site) => `${hasChanged ? 'changed' : 'unchanged'}: ${formatSite(site)}`))
      })
    })

const updateSite = (
  db: Database,
  domain: string,
  settings: SiteSettings,
  defaultNetwork: DefaultNetwork,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const site = await lockSite(tx, domain)
    const before = await selectSiteValues(tx, site.id)
    // The currency determines every amount in the lists.
    if (settings.playlist !== undefined && settings.playlist !== site.isPlaylist) {
      await bumpDataRevision(tx)
      await markFiguresChanged(tx, sql`select network_id from accounts where site_id = ${site.id}`)
    }
    await updateSiteSettings(tx, site.id, settings)
    await setDefaultNetwork(tx, site, defaultNetwork)
    const { hasChanged, ...change } = diffValues(before, await selectSiteValues(tx, site.id))
    if (!hasChanged) return false
    await recordAuditEntry(tx, createOperatorActor(site), {
      action: 'site set',
      subject: { kind: 'site', id: site.id },
      ...change,
    })
    return true
  })

async function setDefaultNetwork(tx: Queryable, site: Site, email: DefaultNetwork): Promise<void> {
  if (email === undefined) return
  const account = email === null ? null : await lockAccount(tx, site, email)
  if (account && !account.isManager)
    throw new OperatorError(`${email} is not a manager. See: account promote --help`)
  await tx.execute(sql`update sites set default_network_id = ${account?.id ?? null} where id = ${site.id}`)
}
