import * as z from 'zod/mini'
import { currencies } from '#contract/platform/currency.ts'
import { getMoneyUnit } from '#lib/format/number.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, Integer, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { translate } from '#server/platform/texts.ts'
import { selectPaymentSite } from '#server/settlement/calendar/payday.ts'
import { awaitingOf, balanceOf } from '#server/settlement/ledger/balances.ts'
import { insertLaterEntries, type LaterEntry } from '#server/settlement/ledger/later-entries.ts'
import { lockLedger } from '#server/settlement/ledger/ledger.ts'
import { add, getPartMicros, Money, subtract, zero } from '#server/settlement/ledger/money.ts'
import { forfeitBalance, selectReceiver } from './balance-forfeits.ts'
import { releaseTaxes } from './released-taxes.ts'

const RuleRow = z.object({ siteId: Id, forfeits: z.boolean() })

export const selectRule = (tx: Pick<Queryable, 'query'>, accountId: number) =>
  queryOne(
    tx,
    RuleRow,
    sql`select a.site_id as "siteId",
      s.forfeits_on_deletion as forfeits
    from accounts a
    join sites s on s.id = a.site_id
    where a.id = ${accountId}`,
  )

/**
 * The specification's rule (§9): an account that is deleted forfeits its balance, but for what was on request before. Its
 * network gets it, also what is closed later. Call it before the account loses its payout account.
 */
export async function forfeitAccount(tx: Queryable, accountId: number, now: Date): Promise<void> {
  const { siteId, forfeits } = await selectRule(tx, accountId)
  if (!forfeits) return
  await lockLedger(tx)
  await tx.execute(sql`update accounts set forfeits = true where id = ${accountId}`)
  await forfeitDeleted(tx, accountId, siteId, now)
}

async function forfeitDeleted(tx: Queryable, accountId: number, siteId: number, now: Date): Promise<void> {
  const { today, locale } = await selectPaymentSite(tx, siteId, now)
  const reason = translate('ledger:forfeitReasons.account', locale)
  await forfeitBalance(tx, accountId, { day: today, reason, keepsRequested: true, now })
}

const DeletedRow = z.object({ id: Id, siteId: Id })

/** What a month has for accounts and channels that were deleted after its closing is forfeited when it is released. */
export async function forfeitReleased(tx: Queryable, month: string, now: Date): Promise<void> {
  const accounts = await tx.query(
    DeletedRow,
    sql`select a.id,
      a.site_id as "siteId"
    from statements t
    join accounts a on a.id = t.account_id
    where t.month = ${month}
      and a.forfeits
    order by a.id`,
  )
  for (const { id, siteId } of accounts) await forfeitDeleted(tx, id, siteId, now)
  const channels = await tx.query(
    DeletedRow,
    sql`select c.registration_id as id,
      n.site_id as "siteId"
    from channels c
    join accounts n on n.id = c.network_id
    join months m on m.month = ${month}
    where c.forfeits
      and c.removed_at > m.closed_at
    order by c.registration_id`,
  )
  for (const { id, siteId } of channels) await forfeitShares(tx, { id, siteId }, month, now)
}

const ChannelRow = z.object({ networkId: Id, siteId: Id, forfeits: z.boolean() })

/** What members have not been paid of a channel that is deleted is their network's. */
export async function forfeitChannel(tx: Queryable, registrationId: number, now: Date): Promise<void> {
  const { siteId, forfeits } = await queryOne(
    tx,
    ChannelRow,
    sql`select c.network_id as "networkId",
      n.site_id as "siteId",
      s.forfeits_on_deletion as forfeits
    from channels c
    join accounts n on n.id = c.network_id
    join sites s on s.id = n.site_id
    where c.registration_id = ${registrationId}`,
  )
  if (!forfeits) return
  await lockLedger(tx)
  await tx.execute(sql`update channels set forfeits = true where registration_id = ${registrationId}`)
  await forfeitShares(tx, { id: registrationId, siteId }, null, now)
}

async function forfeitShares(
  tx: Queryable,
  { id, siteId }: z.output<typeof DeletedRow>,
  releasedMonth: string | null,
  now: Date,
): Promise<void> {
  const shares = await selectUnpaidShares(tx, id, releasedMonth)
  if (shares.length === 0) return
  const { today, locale } = await selectPaymentSite(tx, siteId, now)
  const reference = translate('ledger:forfeitReasons.channel', locale)
  const toEntry = ({ currency, channelId }: UnpaidShare) =>
    ({ kind: 'forfeit', currency, channelId, paidOn: today, reference }) as const
  await insertLaterEntries(
    tx,
    shares.map((share) => {
      const { accountId, statementId, month, payoutId, part } = share
      const entry = { ...toEntry(share), accountId, statementId, month, payoutId }
      return { ...entry, micros: -part.micros, amount: -part.amount }
    }),
  )
  const taxes = await releaseTaxes(
    tx,
    shares.flatMap(({ payoutId }) => payoutId ?? []),
  )
  const received: LaterEntry[] = []
  for (const share of shares) {
    const { accountId, networkId, month, payoutId, part } = share
    const whole = add(part, taxes.get(payoutId ?? 0) ?? zero)
    const receiver = await selectReceiver(tx, networkId, accountId, month)
    received.push({ ...toEntry(share), ...whole, ...receiver, payoutId: null })
  }
  await insertLaterEntries(tx, received)
}

const GroupRow = z.object({
  accountId: Id,
  networkId: Id,
  channelId: z.string(),
  /** The latest statement of the group. */
  statementId: Id,
  month: Day,
  currency: z.enum(currencies),
  payoutId: z.nullable(Id),
  /** What is left to be paid of the payout; null: the group has none yet. */
  outstanding: z.nullable(Money),
  isRequested: z.boolean(),
  /** A month that is not released yet pays what has no payout. */
  isTaken: z.boolean(),
  /** Sums of entries before local tax. */
  channelNet: Integer,
  net: Integer,
  /** What was forfeited before: of all channels, and of this one. */
  forfeited: Integer,
  channelForfeited: Integer,
  /** Of the account; and what waits in payouts. */
  balance: Money,
  awaiting: Money,
})
type GroupRow = z.output<typeof GroupRow>

interface UnpaidShare
  extends Pick<
    GroupRow,
    'accountId' | 'networkId' | 'channelId' | 'statementId' | 'month' | 'payoutId' | 'currency'
  > {
  part: Money
}

/**
 * A payout pays all statements since the payout before it: its members' part of the channel is as large as the channel's part
 * of their net. What no payout pays yet is divided in the same way. `releasedMonth`: only what its release makes payable, of
 * a registration that was deleted after the month was closed; null: of one that is deleted now.
 */
export async function selectUnpaidShares(
  db: Pick<Queryable, 'query'>,
  registrationId: number,
  releasedMonth: string | null,
): Promise<UnpaidShare[]> {
  const rows = await db.query(
    GroupRow,
    sql`with channel as (
      select channel_id, network_id, removed_at from channels where registration_id = ${registrationId}
    ), holders as (
      select distinct e.account_id
      from ledger_entries e
      join channel c on c.channel_id = e.channel_id
      join statements t on t.id = e.statement_id
      where t.network_id = c.network_id
        and t.account_id <> c.network_id
        and not e.is_later
    ), grouped as (
      select t.id,
        t.account_id,
        t.network_id,
        t.month,
        -- months that were closed after the deletion are of later registrations
        ${releasedMonth}::date is null or m.closed_at < c.removed_at as counts,
        -- the first payout of this statement or a later one pays it
        (
          select min(o.statement_id)
          from payouts o
          where o.account_id = t.account_id
            and o.statement_id >= t.id
        ) as payer_id
      from statements t
      join months m on m.month = t.month
      cross join channel c
      where t.account_id in (select account_id from holders)
        and m.state = 'released'
    ), forfeits as (
      select e.statement_id,
        sum(-e.amount)::bigint as amount,
        coalesce(sum(-e.amount) filter (where e.channel_id = c.channel_id), 0)::bigint as channel_amount
      from ledger_entries e
      cross join channel c
      where e.kind = 'forfeit'
        and e.account_id in (select account_id from holders)
        and e.statement_id in (select id from grouped)
      group by e.statement_id
    ), net as (
      select g.id,
        coalesce(sum(e.amount) filter (
          where e.channel_id = c.channel_id and g.network_id = c.network_id and g.counts), 0)::bigint as channel_net,
        coalesce(sum(e.amount), 0)::bigint as net
      from grouped g
      cross join channel c
      left join ledger_entries e on e.statement_id = g.id
        and not e.is_later
        and e.kind <> 'withholding'
      group by g.id
    ), sums as (
      select g.account_id,
        g.payer_id,
        max(g.id) as statement_id,
        sum(n.channel_net)::bigint as channel_net,
        sum(n.net)::bigint as net,
        coalesce(sum(f.amount), 0)::bigint as forfeited_amount,
        coalesce(sum(f.channel_amount), 0)::bigint as channel_forfeited_amount
      from grouped g
      join net n on n.id = g.id
      left join forfeits f on f.statement_id = g.id
      group by g.account_id, g.payer_id
      having ${releasedMonth}::date is null or bool_or(g.month = ${releasedMonth}::date)
    )
    select s.account_id as "accountId",
      c.network_id as "networkId",
      c.channel_id as "channelId",
      coalesce(s.payer_id, s.statement_id) as "statementId",
      t.month,
      t.currency,
      o.id as "payoutId",
      case when o.id is not null
        then json_build_object('micros', o.outstanding_micros, 'amount', o.outstanding_amount) end as outstanding,
      coalesce(o.requested_at is not null or o.export_id is not null, false) as "isRequested",
      exists (
        select
        from statements u
        join months m on m.month = u.month
        where u.account_id = s.account_id
          and m.state = 'closed'
      ) as "isTaken",
      s.channel_net as "channelNet",
      s.net,
      s.forfeited_amount as forfeited,
      s.channel_forfeited_amount as "channelForfeited",
      ${balanceOf(sql`s.account_id`)} as balance,
      ${awaitingOf(sql`s.account_id`)} as awaiting
    from sums s
    cross join channel c
    join statements t on t.id = coalesce(s.payer_id, s.statement_id)
    left join payout_states o on o.statement_id = s.payer_id
      and not exists (select from payouts n where n.statement_id = o.statement_id and n.id > o.id)
    order by s.account_id, t.id`,
  )
  return rows.flatMap(({ outstanding, isRequested, isTaken, balance, awaiting, ...row }) => {
    if (isRequested || (row.payoutId === null && isTaken)) return []
    const part = takePart(outstanding ?? subtract(balance, awaiting), row)
    return part.amount > 0 ? [{ ...row, part }] : []
  })
}

type Division = Pick<
  GroupRow,
  'channelNet' | 'net' | 'forfeited' | 'channelForfeited' | 'payoutId' | 'currency'
>

/** Cut to whole units where a payout has them; at most all that is left. Its dollars have the same part of what is left. */
function takePart(
  left: Money,
  { channelNet, net, forfeited, channelForfeited, payoutId, currency }: Division,
): Money {
  if (channelNet <= 0 || net <= 0 || left.amount <= 0) return zero
  const share = BigInt(Math.min(channelNet, net))
  const whole = (BigInt(left.amount + forfeited) * share) / BigInt(net)
  const part = Math.min(left.amount, Number(whole) - channelForfeited)
  const unit = payoutId === null ? 1 : getMoneyUnit(currency)
  const amount = Math.max(0, Math.floor(part / unit) * unit)
  return { micros: getPartMicros(left, amount), amount }
}

/** Sums what an account would lose by `selectUnpaidShares`. */
export const sumShares = (shares: readonly UnpaidShare[]): Money =>
  shares.reduce<Money>((sum, { part }) => add(sum, part), zero)
