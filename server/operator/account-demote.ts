import { recordAuditEntry } from '#server/audit.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import type { Site } from '#server/sites.ts'
import { createOperatorActor, lockAccount, parseDomain, parseEmail, requireSite } from './arguments.ts'
import { type Command, OperatorError, UsageError } from './command.ts'
import { formatCount } from './format.ts'

export const accountDemoteCommand: Command = {
  name: 'account demote',
  usage: '<email> --site <domain>',
  summary: 'Makes somebody stand alone who was the manager of a network without members and channels.',
  help: `The rights are gone at once, also in sessions that are open.

For instance:
  npm run operator -- account demote boss@studio.example --site studio.example

Status: 0 it is done, 2 it could not be done.`,
  options: { site: { type: 'string' } },
  prepare(args) {
    if (args.positionals.length !== 1) throw new UsageError('Name one account by its email.')
    const email = parseEmail(args.positionals[0], 'The name of an account')
    const domain = parseDomain(args.value('site'))
    return async ({ db, print }) => {
      await demoteManager(db, domain, email)
      print(`${email} is no longer a manager.`)
      return 0
    }
  },
}

const demoteManager = (db: Database, domain: string, email: string): Promise<void> =>
  db.transaction(async (tx) => {
    // As whoever makes a network the site's default one: one of the two sees what the other has done.
    await tx.query('select id from sites where domain = $1 for no key update', [domain])
    const site = await requireSite(tx, domain)
    const { id, isManager } = await lockAccount(tx, site, email)
    if (!isManager) throw new OperatorError(`${email} is not a manager.`)
    await requireEmptyNetwork(tx, id, email)
    requireNotDefault(site, id, email)
    await tx.query('update accounts set is_manager = false where id = $1', [id])
    await recordAuditEntry(
      tx,
      { ...createOperatorActor(site), networkId: id },
      { action: 'account demote', subject: { kind: 'account', id } },
    )
  })

async function requireEmptyNetwork(tx: Queryable, id: number, email: string): Promise<void> {
  const [counts] = await tx.query<{ members: number; channels: number }>(
    `select (
        select count(*)
        from accounts
        where network_id = $1
          and id <> $1
          and removed_at is null
      ) as members,
      (
        select count(*)
        from channels
        where network_id = $1
          and removed_at is null
      ) + (
        select count(*)
        from channel_requests
        where network_id = $1
          and failure is null
      ) as channels`,
    [id],
  )
  if (counts && counts.members + counts.channels > 0)
    throw new OperatorError(
      `The network of ${email} has ${formatCount(counts.members, 'member')} and ${formatCount(counts.channels, 'channel')}: they have to go first.`,
    )
}

function requireNotDefault({ defaultNetworkId, domain }: Site, id: number, email: string): void {
  if (defaultNetworkId === id)
    throw new OperatorError(
      `Who joins ${domain} becomes a member of ${email}'s network. First: site set ${domain} --default-network none`,
    )
}
