import * as z from 'zod/mini'
import { countDays } from '#contract/reports/calendar.ts'
import {
  type ChannelComparison,
  type MonthReconciliation,
  maxComparedChannels,
} from '#contract/settlement/months.ts'
import { getNetworkViewpoint } from '#server/platform/auth/viewpoint.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { listCompleteDays } from '#server/reports/completeness/completeness.ts'
import { grossColumn, selectRates } from '#server/reports/figures/money.ts'
import { readReportAs, type Scope } from '#server/reports/figures/scope.ts'
import { getMonthRange } from '#server/settlement/calendar/month.ts'
import type { DraftStatement } from '#server/settlement/closing/month-draft.ts'
import { type Source, sources } from '#server/settlement/files/reading/sources.ts'
import { estimatedSources } from '#server/settlement/files/reconciliation.ts'
import { selectChannelNames } from '#server/settlement/statements/channels.ts'

type Reader = Pick<Queryable, 'query'>

const FinalRow = z.object({ source: z.enum(sources), channelId: z.string(), amount: Integer })
/** YouTube paid or withheld this for a channel of the network. */
export type FinalAmount = z.output<typeof FinalRow>

/** Reads a closed month; adds up the parts of all of the network's accounts. */
export const selectFinals = (db: Reader, networkId: number, month: string): Promise<FinalAmount[]> =>
  db.query(
    FinalRow,
    sql`select e.source,
      e.channel_id as "channelId",
      sum(e.amount)::bigint as amount
    from statements s
    join ledger_entries e on e.statement_id = s.id
    where s.month = ${month}
      and s.network_id = ${networkId}
      and e.earned_month = ${month}
      and e.kind in ('income', 'adjustment', 'tax')
    group by e.source, e.channel_id`,
  )

const paidKinds: ReadonlySet<string> = new Set(['income', 'adjustment', 'tax'])

export const listDraftFinals = (drafts: readonly DraftStatement[]): FinalAmount[] =>
  drafts.flatMap(({ month, lines }) =>
    lines.flatMap(({ kind, earnedMonth, source, channelId, amount }) =>
      paidKinds.has(kind) && earnedMonth === month && source !== '' ? [{ source, channelId, amount }] : [],
    ),
  )

const EstimateRow = z.object({ channelId: z.string(), estimated: Integer, days: Count })
type Estimate = z.output<typeof EstimateRow>

/** Gross, as the dashboard has it. */
const selectEstimates = (db: Reader, { networkId, currency }: Scope, month: string): Promise<Estimate[]> => {
  const range = getMonthRange(month)
  return db.query(
    EstimateRow,
    sql`with rates as materialized (
      ${selectRates(range)}
    ), days as (
      select d.channel_id,
        ${grossColumn(sql`d.revenue_micros`, sql`r.krw_micros`, currency)}
      from channel_daily d
      join rates r on r.day = d.day
      where d.network_id = ${networkId}
        and d.day between ${range.from} and ${range.to}
    )
    select channel_id as "channelId",
      coalesce(sum(gross_profit), 0)::bigint as estimated,
      count(*) as days
    from days
    group by channel_id`,
  )
}

/** Final figures of the network's channels, by source, and by channel against what was estimated. */
export async function compareWithEstimates(
  services: Pick<Services, 'db' | 'log'>,
  networkId: number,
  month: string,
  finals: readonly FinalAmount[],
): Promise<MonthReconciliation> {
  const range = getMonthRange(month)
  const { estimates, coveredDays } = await readReportAs(
    services,
    getNetworkViewpoint({ networkId }),
    {},
    async (db, scope) => ({
      estimates: await selectEstimates(db, scope, month),
      coveredDays: listCompleteDays(scope, range).size,
    }),
  )
  const all = joinFinals(finals, estimates)
  const shown = all.slice(0, maxComparedChannels)
  const describe = await selectChannelNames(
    services.db,
    networkId,
    shown.map(({ channelId }) => channelId),
  )
  const sum = (key: 'final' | 'estimated') => all.reduce((total, row) => total + row[key], 0)
  return {
    sources: sumSources(finals),
    coveredDays,
    days: countDays(range),
    final: sum('final'),
    estimated: sum('estimated'),
    channels: shown.map(({ channelId, ...row }): ChannelComparison => ({ ...describe(channelId), ...row })),
    omittedChannels: all.length - shown.length,
  }
}

interface Comparison extends Estimate {
  final: number
}

/** Largest difference first. */
function joinFinals(finals: readonly FinalAmount[], estimates: readonly Estimate[]): Comparison[] {
  const rows = new Map(estimates.map((row): [string, Comparison] => [row.channelId, { ...row, final: 0 }]))
  for (const { source, channelId, amount } of finals) {
    if (!estimatedSources.includes(source)) continue
    const row = rows.get(channelId) ?? { channelId, estimated: 0, days: 0, final: 0 }
    rows.set(channelId, row)
    row.final += amount
  }
  const getDifference = ({ final, estimated }: Comparison) => Math.abs(final - estimated)
  return [...rows.values()].sort(
    (a, b) => getDifference(b) - getDifference(a) || (a.channelId < b.channelId ? -1 : 1),
  )
}

function sumSources(finals: readonly FinalAmount[]): MonthReconciliation['sources'] {
  const sums = new Map<Source, number>()
  for (const { source, amount } of finals) sums.set(source, (sums.get(source) ?? 0) + amount)
  return sources.flatMap((source) => {
    const amount = sums.get(source)
    return amount === undefined ? [] : [{ source, amount }]
  })
}
