import { recordChange } from '#server/audit.ts'
import type { Database, Queries } from '#server/db/connect.ts'
import { reportToday } from '#server/today.ts'
import { type Command, OperatorError, UsageError } from './command.ts'
import { lockAccount, operatorOn, readDomain, readEmail, requireSite } from './named.ts'
import { countOf } from './outcome.ts'

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
  prepare(given) {
    if (given.positionals.length !== 1) throw new UsageError('Name one account by its email.')
    const email = readEmail(given.positionals[0], 'The name of an account')
    const domain = readDomain(given.text('site'))
    return async ({ db, print }) => {
      const left = await promote(db, domain, email)
      print(`${email} is a manager${left ? ', and no longer a member of the other network' : ''}.`)
      return 0
    }
  },
}

/** @returns whether the account was a member of another network */
const promote = (db: Database, domain: string, email: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const site = await requireSite(tx, domain)
    const { id, networkId, isManager } = await lockAccount(tx, site, email)
    if (isManager) throw new OperatorError(`${email} is a manager already.`)
    const leaves = networkId !== id
    if (leaves) await requireNoChannels(tx, id, email)
    if (leaves) await endFee(tx, id)
    await tx.query('update accounts set permission_flag = 1, network_id = id where id = $1', [id])
    await recordChange(
      tx,
      { ...operatorOn(site), networkId: id },
      {
        action: 'account promote',
        subject: { kind: 'account', id },
        detail: leaves ? { left_network: networkId } : {},
      },
    )
    return leaves
  })

/** What the network took of past days stays as it was. */
const endFee = (tx: Queries, id: number) =>
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
    [id, reportToday(new Date())],
  )

/** Channels are the network's: whoever goes would leave them assigned to somebody outside. */
async function requireNoChannels(tx: Queries, id: number, email: string): Promise<void> {
  const [has] = await tx.query<{ channels: number; requests: number }>(
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
  if (has && has.channels > 0)
    throw new OperatorError(
      `${email} has ${countOf(has.channels, 'channel')} of the network, which stay there: unassign them first.`,
    )
  if (has && has.requests > 0)
    throw new OperatorError(`${email} has just registered a channel that is being looked up: wait for it.`)
}
