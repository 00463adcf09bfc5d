import * as z from 'zod/mini'
import { getFee } from '#contract/people/members.ts'
import type { Currency } from '#contract/platform/params.ts'
import type { DayRange } from '#contract/reports/reports.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formatRatio } from '#server/platform/http/response/csv.ts'
import { type Column, createMoneyFormat } from '#server/platform/http/response/csv-columns.ts'
import type { ProfitScope } from '#server/reports/figures/member-profits.ts'
import { type ListedMember, type MemberFilter, type MemberOrder, selectIds, selectMembers } from './list.ts'

interface ExportRow extends ListedMember {
  feeChanges: readonly FeeChange[]
}

const FeeChange = z.object({ memberId: Id, day: Day, permille: Integer })
type FeeChange = z.output<typeof FeeChange>

/** Adds the fee rates of the last day of the month, and their changes since the first. */
export async function readExportRows(
  db: Queryable,
  filter: MemberFilter,
  { month, ...order }: MemberOrder & { month: ProfitScope },
): Promise<ExportRow[]> {
  const { members } = await selectMembers(db, filter, { ...order, day: month.range.to, profits: month })
  const changes = Map.groupBy(await selectFeeChanges(db, filter, month.range), ({ memberId }) => memberId)
  return members.map((member) => ({ ...member, feeChanges: changes.get(member.id) ?? [] }))
}

const selectFeeChanges = (
  db: Queryable,
  filter: MemberFilter,
  { from, to }: DayRange,
): Promise<FeeChange[]> =>
  db.query(
    FeeChange,
    sql`select account_id as "memberId",
      from_day as day,
      permille
    from fee_periods
    where account_id in (${selectIds(filter)})
      and from_day > ${from}
      and from_day <= ${to}
    order by account_id, from_day`,
  )

const formatPercent = (percent: number) => formatRatio(percent, 1)

/** Amounts are exact: gross minus fee is net. */
export function getExportColumns(currency: Currency): Column<ExportRow>[] {
  const { amount } = createMoneyFormat(currency)
  return [
    ['member', ({ nickname }) => nickname],
    ['email', ({ user_id }) => user_id],
    ['channels', ({ channels }) => channels],
    ['grossProfit', ({ profit }) => amount(profit.grossProfit)],
    ['fee', ({ profit }) => amount(getFee(profit))],
    ['netProfit', ({ profit }) => amount(profit.netProfit)],
    ['feeRate', ({ fee_rate }) => formatPercent(fee_rate)],
    ['feeChanges', ({ feeChanges }) => feeChanges.map(formatFeeChange).join(', ')],
    ['currency', () => currency],
  ]
}

const formatFeeChange = ({ day, permille }: FeeChange) => `${day} ${formatPercent(permille / 10)?.text}%`
