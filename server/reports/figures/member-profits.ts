import type { DayRange } from '#contract/reports/reports.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { selectAssignedChannels } from './assignments.ts'
import { grossColumn, joinFees, permille, selectRates } from './money.ts'
import type { Scope } from './scope.ts'

export interface ProfitScope extends Pick<Scope, 'networkId' | 'currency'> {
  range: DayRange
}

/**
 * Gross and net of many members in one query: for each (`id`) the sums of the days that `selectDays` returns for a scope of
 * that member. A channel assigned to several members counts for each of them. Members without figures have no row.
 */
export const selectMemberProfits = ({ networkId, currency, range }: ProfitScope, memberIds: Sql): Sql =>
  sql`with rates as materialized (
      ${selectRates(range)}
    ), sums as materialized (
      select s.account_id,
        d.day,
        sum(d.revenue_micros)::bigint as revenue_micros
      from (
        ${selectAssignedChannels(networkId)}
      ) s
      join channel_daily d on d.channel_id = s.channel_id
      where s.account_id in (${memberIds})
        and d.network_id = ${networkId}
        and d.day between ${range.from} and ${range.to}
      group by s.account_id, d.day
    ), days as materialized (
      select n.account_id,
        ${grossColumn(sql`n.revenue_micros`, sql`r.krw_micros`, currency)},
        ${permille} as permille
      from sums n
      join rates r on r.day = n.day
      ${joinFees(sql`n.account_id`, sql`n.day`)}
    )
    select account_id as id,
      sum(gross_profit)::bigint as gross_profit,
      sum(net_of_fee(gross_profit, permille))::bigint as net_profit
    from days
    group by account_id`
