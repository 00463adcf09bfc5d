import * as z from 'zod/mini'
import { getFee } from '#contract/people/members.ts'
import type { Currency } from '#contract/platform/params.ts'
import type { DayRange } from '#contract/reports/reports.ts'
import { isNetworkCalled } from '#server/platform/auth/networks.ts'
import { isConfirmed } from '#server/platform/auth/roles.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Id, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { channelSums } from '#server/reports/figures/channel-sums.ts'
import { selectDays } from '#server/reports/figures/days.ts'
import { selectMemberProfits } from '#server/reports/figures/member-profits.ts'
import { readReportAs, type Scope } from '#server/reports/figures/scope.ts'
import { isNetVisible } from '#server/reports/figures/visibility.ts'

export interface Filter {
  site: Pick<Site, 'id'>
  /** Email of its manager, or of an account without a network. */
  network?: string | undefined
  /** Email. */
  member?: string | undefined
}

/** Amounts in units of the currency; fee and net are null where no one person's fee applies. */
export interface Totals {
  key: string[]
  gross: number
  fee: number | null
  net: number | null
}

export interface Report {
  currency: Currency
  rows: Totals[]
  /** Networks whose latest complete day is before the last day of the period. */
  incomplete: { network: string; latestDay: string | null }[]
}

interface NetworkScope {
  network: Network
  scope: Scope
  range: DayRange
}

const Profit = z.object({ key: z.array(z.string()), grossProfit: Integer, netProfit: Integer })
type Profit = z.output<typeof Profit>

/** Each row's key has the parts of `keyNames`. */
const readers = {
  day: readDays((day) => [day]),
  month: readDays((day) => [day.slice(0, 7)]),
  channel: readChannels,
  member: readMembers,
  network: readDays((_, { email }) => [email]),
}

export type Grouping = keyof typeof readers
export const groupings = Object.keys(readers) as Grouping[]
export const keyNames: Record<Grouping, readonly string[]> = {
  day: ['day'],
  month: ['month'],
  channel: ['network', 'channel_id', 'channel'],
  member: ['network', 'member'],
  network: ['network'],
}

/** The same figures as on the screens. `period`: undefined from the first to the latest complete day. */
export async function readTotals(
  db: Database,
  grouping: Grouping,
  networks: readonly Network[],
  period: DayRange | undefined,
): Promise<Report> {
  const report: Report = { currency: 'USD', rows: [], incomplete: [] }
  const rows: Totals[] = []
  for (const network of networks) {
    const member = network.memberId ?? undefined
    const { scope, profits } = await readReportAs(
      { db },
      { ...network, personId: null },
      { member },
      async (view, own) => {
        const range = limitToCompleteDays(own, period)
        return {
          scope: own,
          profits: range ? await readers[grouping](view, { network, scope: own, range }) : [],
        }
      },
    )
    const hasFee = grouping === 'member' || isNetVisible(scope)
    rows.push(...profits.map((profit) => toTotals(profit, hasFee)))
    report.currency = scope.currency
    const { latestDay } = scope
    if (period && (latestDay === null || latestDay < period.to))
      report.incomplete.push({ network: network.email, latestDay })
  }
  const byKey = Map.groupBy(rows, ({ key }) => key.join('\n'))
  report.rows = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, own]) => sum(own, key.split('\n')))
  return report
}

const toTotals = ({ key, grossProfit, netProfit }: Profit, hasFee: boolean): Totals => ({
  key,
  gross: grossProfit,
  fee: hasFee ? getFee({ grossProfit, netProfit }) : null,
  net: hasFee ? netProfit : null,
})

export const sum = (rows: readonly Totals[], key: string[]): Totals =>
  rows.reduce<Totals>(
    (total, { gross, fee, net }) => ({
      key,
      gross: total.gross + gross,
      fee: total.fee === null || fee === null ? null : total.fee + fee,
      net: total.net === null || net === null ? null : total.net + net,
    }),
    { key, gross: 0, fee: 0, net: 0 },
  )

function limitToCompleteDays({ firstDay, latestDay }: Scope, period: DayRange | undefined): DayRange | null {
  if (firstDay === null || latestDay === null) return null
  const from = period && period.from > firstDay ? period.from : firstDay
  const to = period && period.to < latestDay ? period.to : latestDay
  return from <= to ? { from, to } : null
}

const Network = z.object({
  id: Id,
  networkId: Id,
  isNetwork: z.boolean(),
  email: z.string(),
  memberId: z.nullable(Id),
})
export type Network = z.output<typeof Network>

export const selectNetworks = (db: Queryable, { site, network, member }: Filter): Promise<Network[]> =>
  db.query(
    Network,
    sql`select n.id,
      n.network_id as "networkId",
      n.kind = 'network' as "isNetwork",
      n.email,
      case when a.id <> n.id then a.id end as "memberId"
    from accounts n
    join accounts a on a.network_id = n.id
    where n.site_id = ${site.id}
      and n.network_id = n.id
      and n.removed_at is null
      and a.removed_at is null
      and ${isConfirmed}
      and ${member === undefined ? sql`a.id = n.id` : sql`a.email = ${member} and a.kind = 'person' and (a.id = n.id or 'member' = any(a.roles))`}
      and ${network === undefined ? sql`true` : isNetworkCalled(network)}
    order by n.id`,
  )

function readDays(getKey: (day: string, network: Network) => string[]) {
  return async (db: Queryable, { network, scope, range }: NetworkScope): Promise<Profit[]> =>
    (await selectDays(db, scope, range)).map(({ day, ...profit }) => ({
      key: getKey(day, network),
      ...profit,
    }))
}

function readChannels(db: Queryable, { network, scope, range }: NetworkScope): Promise<Profit[]> {
  return db.query(
    Profit,
    sql`with ${channelSums(scope, range, scope.channelIds)}
    select array[${network.email}, s.channel_id, c.name]::text[] as key,
      s.gross_profit as "grossProfit",
      s.net_profit as "netProfit"
    from channel_sums s
    join channels c on c.channel_id = s.channel_id
      and c.network_id = ${scope.networkId}
      and c.removed_at is null`,
  )
}

/** Each with the channels assigned now, net of the own fee; an independent account counts as its own member. */
function readMembers(db: Queryable, { network, scope, range }: NetworkScope): Promise<Profit[]> {
  const { networkId, currency } = scope
  const onlyMemberId = network.memberId ?? (network.isNetwork ? null : network.id)
  const members = sql`select a.id
    from accounts a
    where a.network_id = ${networkId}
      and a.removed_at is null
      and ${isConfirmed}
      and ${onlyMemberId === null ? sql`'member' = any(a.roles)` : sql`a.id = ${onlyMemberId}`}`
  return db.query(
    Profit,
    sql`select array[${network.email}, a.email]::text[] as key,
      p.gross_profit as "grossProfit",
      p.net_profit as "netProfit"
    from (
      ${selectMemberProfits({ networkId, currency, range }, members)}
    ) p
    join accounts a on a.id = p.id`,
  )
}
