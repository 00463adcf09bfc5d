import * as z from 'zod/mini'
import { getFee, type MemberProfit } from '#contract/people/members.ts'
import type { Currency } from '#contract/platform/params.ts'
import type { DayRange } from '#contract/reports/reports.ts'
import { isConfirmed, type RoleSnapshot } from '#server/platform/auth/roles.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { channelSums } from '#server/reports/figures/channel-sums.ts'
import { selectDays } from '#server/reports/figures/days.ts'
import { selectMemberProfits } from '#server/reports/figures/member-profits.ts'
import { readReport, type Scope } from '#server/reports/figures/scope.ts'
import { isNetVisible } from '#server/reports/figures/visibility.ts'
import { OperatorError } from './command.ts'

export const earnedGroupings = ['day', 'month', 'channel', 'member', 'network'] as const
export type EarnedGrouping = (typeof earnedGroupings)[number]

export interface EarnedFilter {
  site: Site
  network?: string | undefined
  member?: string | undefined
  /** Undefined: from the first to the latest complete day. */
  period?: DayRange | undefined
}

/** Amounts in units of the currency; fee and net are null where no one person's fee applies. */
export interface EarnedTotals {
  key: string[]
  gross: number
  fee: number | null
  net: number | null
}

export interface EarnedReport {
  currency: Currency
  rows: EarnedTotals[]
  /** Networks whose latest complete day is before the last day of the period. */
  incomplete: { network: string; latestDay: string | null }[]
}

export const keyColumns: Record<EarnedGrouping, readonly string[]> = {
  day: ['day'],
  month: ['month'],
  channel: ['network', 'channel_id', 'channel'],
  member: ['network', 'member'],
  network: ['network'],
}

/** The same figures as on the screens, of all networks of a site, of one, or of a member. @throws {OperatorError} */
export async function readEarnedTotals(
  db: Queryable,
  grouping: EarnedGrouping,
  filter: EarnedFilter,
): Promise<EarnedReport> {
  const report: EarnedReport = { currency: 'USD', rows: [], incomplete: [] }
  const sums = new Map<string, EarnedTotals>()
  for (const network of await selectNetworks(db, filter)) {
    const member = network.memberId ?? undefined
    const { scope, rows } = await readReport(
      db,
      network,
      member === undefined ? {} : { member },
      async (resolved) => {
        const range = limitToCompleteDays(resolved, filter.period)
        const found = range ? await readers[grouping](db, { network, scope: resolved, range }) : []
        return { scope: resolved, rows: found }
      },
    )
    report.currency = scope.currency
    const { latestDay } = scope
    if (filter.period && (latestDay === null || latestDay < filter.period.to))
      report.incomplete.push({ network: network.email, latestDay })
    for (const row of rows) addTo(sums, row)
  }
  report.rows = [...sums.values()].sort((a, b) => compareKeys(a.key, b.key))
  return report
}

export const sumTotals = (rows: readonly EarnedTotals[], key: string[]): EarnedTotals =>
  rows.reduce<EarnedTotals>(
    (sum, { gross, fee, net }) => ({
      key,
      gross: sum.gross + gross,
      fee: addNullable(sum.fee, fee),
      net: addNullable(sum.net, net),
    }),
    { key, gross: 0, fee: 0, net: 0 },
  )

function addTo(sums: Map<string, EarnedTotals>, row: EarnedTotals): void {
  const key = row.key.join('\n')
  const sum = sums.get(key)
  sums.set(key, sum ? sumTotals([sum, row], row.key) : row)
}

const addNullable = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b)

const compareKeys = (a: readonly string[], b: readonly string[]) => (a.join('\n') < b.join('\n') ? -1 : 1)

function limitToCompleteDays({ firstDay, latestDay }: Scope, period: DayRange | undefined): DayRange | null {
  if (firstDay === null || latestDay === null) return null
  const from = period && period.from > firstDay ? period.from : firstDay
  const to = period && period.to < latestDay ? period.to : latestDay
  return from <= to ? { from, to } : null
}

const Network = z.object({
  id: Id,
  networkId: Id,
  isManager: z.boolean(),
  email: z.string(),
  memberId: z.nullable(Id),
})
interface Network extends RoleSnapshot {
  email: string
  /** The only member that counts. */
  memberId: number | null
}

/** Of managers and of independent accounts. */
async function selectNetworks(db: Queryable, { site, network, member }: EarnedFilter): Promise<Network[]> {
  const networks = await db.query(
    Network,
    sql`select n.id,
      n.network_id as "networkId",
      n.is_manager as "isManager",
      n.email,
      case when a.id <> n.id then a.id end as "memberId"
    from accounts n
    join accounts a on a.network_id = n.id
    where n.site_id = ${site.id}
      and n.network_id = n.id
      and n.removed_at is null
      and a.removed_at is null
      and ${isConfirmed}
      and ${member === undefined ? sql`a.id = n.id` : sql`a.email = ${member} and (a.id <> n.id or not n.is_manager)`}
      and ${network === undefined ? sql`true` : sql`n.email = ${network}`}
    order by n.id`,
  )
  if (networks.length > 0 || (network === undefined && member === undefined)) return networks
  const inNetwork = member !== undefined && network !== undefined ? ` in the network of ${network}` : ''
  throw new OperatorError(
    member === undefined
      ? `There is no network ${network} on ${site.domain}. See: account list`
      : `There is no member ${member}${inNetwork} on ${site.domain}. See: account list`,
  )
}

interface NetworkScope {
  network: Network
  scope: Scope
  range: DayRange
}

type Reader = (db: Queryable, of: NetworkScope) => Promise<EarnedTotals[]>

const createTotals = (scope: Scope, key: string[], profit: MemberProfit): EarnedTotals =>
  isNetVisible(scope)
    ? { key, gross: profit.grossProfit, fee: getFee(profit), net: profit.netProfit }
    : { key, gross: profit.grossProfit, fee: null, net: null }

/** `getKey`: of a day. */
const createDayReader =
  (getKey: (day: string, network: Network) => string[]): Reader =>
  async (db, { network, scope, range }) => {
    const sums = new Map<string, EarnedTotals>()
    for (const { day, ...profit } of await selectDays(db, scope, range))
      addTo(sums, createTotals(scope, getKey(day, network), profit))
    return [...sums.values()]
  }

const KeyedProfit = z.object({ key: z.string(), name: z.string(), grossProfit: Integer, netProfit: Integer })

const readChannels: Reader = async (db, { network, scope, range }) => {
  const rows = await db.query(
    KeyedProfit,
    sql`with ${channelSums(scope, range, scope.channelIds)}
    select s.channel_id as key,
      c.name,
      s.gross_profit as "grossProfit",
      s.net_profit as "netProfit"
    from channel_sums s
    join channels c on c.channel_id = s.channel_id
      and c.network_id = ${scope.networkId}
      and c.removed_at is null`,
  )
  return rows.map(({ key, name, ...profit }) => createTotals(scope, [network.email, key, name], profit))
}

const MemberRow = z.object({ email: z.string(), grossProfit: Integer, netProfit: Integer })

/** Each with the channels assigned now, net of the own fee; an independent account counts as its own member. */
const readMembers: Reader = async (db, { network, scope, range }) => {
  const { networkId, currency } = scope
  const onlyMemberId = network.memberId ?? (network.isManager ? null : network.id)
  const members = sql`select a.id
    from accounts a
    where a.network_id = ${networkId}
      and a.removed_at is null
      and ${isConfirmed}
      and ${onlyMemberId === null ? sql`a.id <> ${networkId}` : sql`a.id = ${onlyMemberId}`}`
  const rows = await db.query(
    MemberRow,
    sql`select a.email,
      p.gross_profit as "grossProfit",
      p.net_profit as "netProfit"
    from (
      ${selectMemberProfits({ networkId, currency, range }, members)}
    ) p
    join accounts a on a.id = p.id`,
  )
  return rows.map(({ email, ...profit }) => ({
    key: [network.email, email],
    gross: profit.grossProfit,
    fee: getFee(profit),
    net: profit.netProfit,
  }))
}

const readers: Record<EarnedGrouping, Reader> = {
  day: createDayReader((day) => [day]),
  month: createDayReader((day) => [day.slice(0, 7)]),
  network: createDayReader((_, network) => [network.email]),
  channel: readChannels,
  member: readMembers,
}
