import { recordAuditEntry } from '#server/audit.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { getPacificDay } from '#server/pacific-day.ts'
import { createOperatorActor, lockAccount, parseDomain, parseEmail, requireSite } from './arguments.ts'
import { type Command, OperatorError, UsageError } from './command.ts'
import { formatCount } from './format.ts'

export const accountPromoteCommand: Command = {
  name: 'account promote',
  usage: '<email> --site <domain>',
  summary: 'Makes somebody the manager of a network of their own.',
  help: `Who stands alone keeps the channels. A member leaves the network, and for that must have no channel there: the
network's manager unassigns them first, or deletes them.

For instance:
  npm run operator -- account promote boss@studio.example --site studio.example

Status: 0 it is done, 2 it could not be done.`,
  options: { site: { type: 'string' } },
  prepare(args) {
    if (args.positionals.length !== 1) throw new UsageError('Name one account by its email.')
    const email = parseEmail(args.positionals[0], 'The name of an account')
    const domain = parseDomain(args.value('site'))
    return async ({ db, print }) => {
      const leftNetwork = await promoteAccount(db, domain, email)
      print(`${email} is a manager${leftNetwork ? ', and no longer a member of the other network' : ''}.`)
      return 0
    }
  },
}

/** @returns whether the account was a member of another network */
const promoteAccount = (db: Database, domain: string, email: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const site = await requireSite(tx, domain)
    const { id, networkId, isManager } = await lockAccount(tx, site, email)
    if (isManager) throw new OperatorError(`${email} is a manager already.`)
    const leavesNetwork = networkId !== id
    if (leavesNetwork) await requireNoChannels(tx, id, email)
    if (leavesNetwork) await endFeeRate(tx, id)
    await tx.query('update accounts set is_manager = true, network_id = id where id = $1', [id])
    await recordAuditEntry(
      tx,
      { ...createOperatorActor(site), networkId: id },
      {
        action: 'account promote',
        subject: { kind: 'account', id },
        detail: leavesNetwork ? { left_network: networkId } : {},
      },
    )
    return leavesNetwork
  })

/** What the network took of past days stays as it was. */
const endFeeRate = (tx: Queryable, id: number) =>
  tx.query(
    `insert into fee_rates (account_id, from_day, permille)
    select $1::integer, $2::date, 0
    where (
      select permille
      from fee_rates
      where account_id = $1
        and from_day <= $2
      order by from_day desc
      limit 1
    ) <> 0
    on conflict (account_id, from_day) do update
    set permille = 0,
      set_at = now()`,
    [id, getPacificDay(new Date())],
  )

/** Channels are the network's: whoever goes would leave them assigned to somebody outside. */
async function requireNoChannels(tx: Queryable, id: number, email: string): Promise<void> {
  const [counts] = await tx.query<{ channels: number; requests: number }>(
    `select (
        select count(*)
        from assignments s
        join channels c on c.registration_id = s.registration_id
        where s.account_id = $1
          and s.unassigned_at is null
          and c.removed_at is null
      ) as channels,
      (
        select count(*)
        from channel_requests
        where account_id = $1
          and failure is null
      ) as requests`,
    [id],
  )
  if (counts && counts.channels > 0)
    throw new OperatorError(
      `${email} has ${formatCount(counts.channels, 'channel')} of the network, which stay there: unassign them first.`,
    )
  if (counts && counts.requests > 0)
    throw new OperatorError(`${email} has just registered a channel that is being looked up: wait for it.`)
}
