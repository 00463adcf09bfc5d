import * as z from 'zod/mini'
import type { ParsedBody } from '#contract/platform/endpoint.ts'
import { Currency } from '#contract/platform/params.ts'
import {
  isTargetMonth,
  type removeMonthTarget,
  type setMonthTarget,
} from '#contract/reports/targets/month-targets.ts'
import { getMoneyUnit } from '#lib/format/number.ts'
import { type Caller, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { lockViewpoint } from '#server/platform/auth/viewpoint.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findTarget, type TargetOwner } from './queries.ts'

interface TargetSpan {
  month: string
  onward: boolean
}

/** @throws {Refusal} `outdated` when the network has another currency; `invalid` */
export const setTarget = (
  db: Database,
  caller: Caller,
  { amount, currency, ...span }: ParsedBody<typeof setMonthTarget>,
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    const owner = await lockOwner(tx, caller, span, now)
    if (owner.currency !== currency) throw new Refusal('outdated')
    if (amount % getMoneyUnit(currency) !== 0)
      throw new Refusal('invalid', { fields: { amount: 'target_amount' } })
    await recordChange(tx, caller, owner, span, 'setMonthTarget', () => writeTarget(tx, owner, span, amount))
  })

/** Idempotent. @throws {Refusal} `invalid` */
export const removeTarget = (
  db: Database,
  caller: Caller,
  span: ParsedBody<typeof removeMonthTarget>,
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    const owner = await lockOwner(tx, caller, span, now)
    await recordChange(tx, caller, owner, span, 'removeMonthTarget', () => writeTarget(tx, owner, span, null))
  })

const CurrencyRow = z.object({ currency: Currency })

/** The lock serializes the changes of one owner. @throws {Refusal} `invalid` for a month too far away */
async function lockOwner(
  tx: Queryable,
  { account }: Caller,
  { month }: TargetSpan,
  now: Date,
): Promise<TargetOwner> {
  if (!isTargetMonth(month, getPacificDay(now)))
    throw new Refusal('invalid', { fields: { month: 'invalid' } })
  const { id } = await lockViewpoint(tx, account, 'figures.read')
  const { currency } = await queryOne(
    tx,
    CurrencyRow,
    sql`select network_currency(${account.networkId}) as currency`,
  )
  return { accountId: id, currency }
}

/** A target of a month and the following replaces that of the month alone. */
async function writeTarget(
  tx: Queryable,
  { accountId, currency }: TargetOwner,
  { month, onward }: TargetSpan,
  amount: number | null,
): Promise<void> {
  const first = `${month}-01`
  if (onward)
    await tx.execute(
      sql`delete from month_targets
      where account_id = ${accountId}
        and currency = ${currency}
        and month = ${first}::date
        and not is_onward`,
    )
  await tx.execute(
    sql`insert into month_targets (account_id, currency, month, is_onward, amount)
    values (${accountId}, ${currency}, ${first}::date, ${onward}, ${amount})
    on conflict (account_id, currency, month, is_onward) do update set amount = excluded.amount`,
  )
}

async function recordChange(
  tx: Queryable,
  { actor }: Caller,
  owner: TargetOwner,
  { month, onward }: TargetSpan,
  action: string,
  change: () => Promise<void>,
): Promise<void> {
  const find = async () => {
    const found = await findTarget(tx, owner, month)
    return found?.amount == null ? null : { amount: found.amount, onward: found.isOnward }
  }
  const before = await find()
  await change()
  const after = await find()
  if (JSON.stringify(before) === JSON.stringify(after)) return
  await recordAuditEntry(tx, actor, {
    action,
    subject: { kind: 'account', id: owner.accountId },
    before,
    after,
    context: { month, currency: owner.currency, onward },
  })
}
