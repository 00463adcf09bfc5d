import * as z from 'zod/mini'
import { channelProfitDays } from '#contract/channels/channels.ts'
import { type DayRange, getProfit } from '#contract/reports/reports.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { channelSums } from '#server/reports/figures/channel-sums.ts'
import { getLastDays } from '#server/reports/figures/periods.ts'
import type { Scope } from '#server/reports/figures/scope.ts'
import { applyVisibility, GrossAndNet } from '#server/reports/figures/visibility.ts'

/** Null before the network's first complete day. */
export const getProfitRange = ({ latestDay }: Pick<Scope, 'latestDay'>): DayRange | null =>
  latestDay === null ? null : getLastDays(channelProfitDays, latestDay)

const SumRow = z.extend(GrossAndNet, { channelId: z.string() })

/** Returns profits by channel id, for channels with figures in the range. */
export async function selectProfits(
  db: Queryable,
  scope: Scope,
  range: DayRange | null,
  channelIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (range === null || channelIds.length === 0) return new Map()
  const rows = await db.query(
    SumRow,
    sql`with ${channelSums(scope, range, channelIds)}
    select channel_id as "channelId",
      views,
      premium_views as "premiumViews",
      gross_profit as "grossProfit",
      gross_premium_profit as "grossPremiumProfit",
      net_profit as "netProfit",
      net_premium_profit as "netPremiumProfit"
    from channel_sums`,
  )
  return new Map(rows.map((row) => [row.channelId, getProfit(applyVisibility(scope, row))]))
}
