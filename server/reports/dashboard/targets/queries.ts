import * as z from 'zod/mini'
import type { Currency } from '#contract/platform/params.ts'
import type { MonthTarget } from '#contract/reports/dashboard.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Scope } from '#server/reports/figures/scope.ts'

const TargetRow = z.object({
  amount: z.nullable(Integer),
  isOnward: z.boolean(),
})
export type TargetRow = z.output<typeof TargetRow>

export interface TargetOwner {
  accountId: number
  currency: Currency
}

/** The target of the month alone comes before that of it and the following, and a later one before an earlier one. */
export async function findTarget(
  db: Queryable,
  { accountId, currency }: TargetOwner,
  month: string,
): Promise<TargetRow | undefined> {
  const first = `${month}-01`
  const [found] = await db.query(
    TargetRow,
    sql`select amount,
      is_onward as "isOnward"
    from month_targets
    where account_id = ${accountId}
      and currency = ${currency}
      and (month = ${first}::date or month < ${first}::date and is_onward)
    order by month desc, is_onward
    limit 1`,
    { plan: 'generic' },
  )
  return found
}

/** Null for a part of what the account sees: the target is of the whole. */
export function getTargetOwner({
  isNarrowed,
  feeAccountId,
  networkId,
  currency,
}: Pick<Scope, 'isNarrowed' | 'feeAccountId' | 'networkId' | 'currency'>): TargetOwner | null {
  return isNarrowed ? null : { accountId: feeAccountId ?? networkId, currency }
}

export async function getMonthTarget(
  db: Queryable,
  scope: Scope,
  month: string | null,
): Promise<MonthTarget | null> {
  const owner = getTargetOwner(scope)
  if (owner === null || month === null) return null
  return { month, amount: (await findTarget(db, owner, month))?.amount ?? null }
}
