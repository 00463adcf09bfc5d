import * as z from 'zod/mini'
import { selectPermille, upsertFeeRate } from '#server/people/members/queries.ts'
import { diffValues, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { createOperatorOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Count, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { createCommand, OperatorError, type Schedule } from './command.ts'
import { formatCount } from './format.ts'
import { createOperatorActor, lockAccount, requireSite } from './lookups.ts'
import { parseDomain, parseEmail } from './parsers.ts'

export const accountPromoteCommand = (schedule: Schedule) =>
  createCommand('promote', {
    summary: 'turn a standalone account or a member into a manager',
    help: `A standalone account keeps its channels. A member leaves the network, so the member must have no channels
there: the manager of the network unassigns or deletes them first.`,
    examples: ['account promote boss@studio.example --site studio.example'],
  })
    .argument('<email>', 'email of the account', parseEmail)
    .requiredOption('--site <domain>', 'site of the account', parseDomain)
    .action((email, { site }) =>
      schedule(async ({ db, print }) => {
        const leftNetwork = await promoteAccount(db, site, email)
        print(
          `${email} is now a manager${leftNetwork ? ' and no longer a member of the other network' : ''}.`,
        )
      }),
    )

const promoteAccount = (db: Database, domain: string, email: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const site = await requireSite(tx, domain)
    const { id, networkId, isManager } = await lockAccount(tx, site, email)
    if (isManager) throw new OperatorError(`${email} is already a manager.`)
    const leavesNetwork = networkId !== id
    if (leavesNetwork) await requireNoChannels(tx, id, email)
    const endedPermille = leavesNetwork ? await endFeeRate(tx, id) : 0
    await tx.execute(sql`update accounts set is_manager = true, network_id = id where id = ${id}`)
    const event = { kind: 'role-changed', accountId: id, detail: { manager: 1 } } as const
    await recordSecurityEvent(tx, createOperatorOrigin(site), event, new Date())
    await recordAuditEntry(
      tx,
      { ...createOperatorActor(site), networkId: id },
      {
        action: 'account promote',
        subject: { kind: 'account', id },
        ...diffValues(
          { manager: false, network: networkId, fee_rate: endedPermille / 10 },
          { manager: true, network: id, fee_rate: 0 },
        ),
      },
    )
    return leavesNetwork
  })

/** Ends the fee as of today; past days keep theirs. @returns what it was */
async function endFeeRate(tx: Queryable, id: number): Promise<number> {
  const now = new Date()
  const day = getPacificDay(now)
  const permille = await selectPermille(tx, id, day)
  if (permille > 0) await upsertFeeRate(tx, id, { permille: 0, day, now })
  return permille
}

const ChannelCounts = z.object({ channels: Count, requests: Count })

/** Channels belong to the network: an account outside it must not keep any assigned. */
async function requireNoChannels(tx: Queryable, id: number, email: string): Promise<void> {
  const { channels, requests } = await queryOne(
    tx,
    ChannelCounts,
    sql`select (
        select count(*)
        from assignments s
        join channels c on c.registration_id = s.registration_id
        where s.account_id = ${id}
          and s.unassigned_at is null
          and c.removed_at is null
      ) as channels,
      (
        select count(*)
        from channel_requests
        where account_id = ${id}
          and failure is null
      ) as requests`,
  )
  if (channels > 0)
    throw new OperatorError(
      `${email} has ${formatCount(channels, 'channel')} of the network, which would stay there: unassign them first.`,
    )
  if (requests > 0)
    throw new OperatorError(
      `${email} has just registered a channel that is being looked up: try again later.`,
    )
}
