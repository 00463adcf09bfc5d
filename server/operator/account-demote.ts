import * as z from 'zod/mini'
import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import { createOperatorOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Count, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { createCommand, OperatorError, type Schedule } from './command.ts'
import { formatCount } from './format.ts'
import { createOperatorActor, lockAccount, lockSite } from './lookups.ts'
import { parseDomain, parseEmail } from './parsers.ts'

export const accountDemoteCommand = (schedule: Schedule) =>
  createCommand('demote', {
    summary: 'turn a manager into a standalone account',
    help: 'The network must have no members and no channels. Open sessions lose the rights at once.',
    examples: ['account demote boss@studio.example --site studio.example'],
  })
    .argument('<email>', 'email of the account', parseEmail)
    .requiredOption('--site <domain>', 'site of the account', parseDomain)
    .action((email, { site }) =>
      schedule(async ({ db, print }) => {
        await demoteManager(db, site, email)
        print(`${email} is no longer a manager.`)
      }),
    )

const demoteManager = (db: Database, domain: string, email: string): Promise<void> =>
  db.transaction(async (tx) => {
    // Serializes with `site set --default-network`.
    const site = await lockSite(tx, domain)
    const { id, isManager } = await lockAccount(tx, site, email)
    if (!isManager) throw new OperatorError(`${email} is not a manager.`)
    await requireEmptyNetwork(tx, id, email)
    requireNotDefault(site, id, email)
    await tx.execute(sql`update accounts set is_manager = false where id = ${id}`)
    const event = { kind: 'role-changed', accountId: id, detail: { manager: 0 } } as const
    await recordSecurityEvent(tx, createOperatorOrigin(site), event, new Date())
    await recordAuditEntry(
      tx,
      { ...createOperatorActor(site), networkId: id },
      {
        action: 'account demote',
        subject: { kind: 'account', id },
        before: { manager: true },
        after: { manager: false },
      },
    )
  })

const NetworkCounts = z.object({ members: Count, channels: Count })

async function requireEmptyNetwork(tx: Queryable, id: number, email: string): Promise<void> {
  const { members, channels } = await queryOne(
    tx,
    NetworkCounts,
    sql`select (
        select count(*)
        from accounts
        where network_id = ${id}
          and id <> ${id}
          and removed_at is null
      ) as members,
      (
        select count(*)
        from channels
        where network_id = ${id}
          and removed_at is null
      ) + (
        select count(*)
        from channel_requests
        where network_id = ${id}
          and failure is null
      ) as channels`,
  )
  if (members + channels > 0)
    throw new OperatorError(
      `The network of ${email} has ${formatCount(members, 'member')} and ${formatCount(channels, 'channel')}: remove them first.`,
    )
}

function requireNotDefault({ defaultNetworkId, domain }: Site, id: number, email: string): void {
  if (defaultNetworkId === id)
    throw new OperatorError(
      `New accounts on ${domain} join the network of ${email}. First run: site set ${domain} --default-network none`,
    )
}
