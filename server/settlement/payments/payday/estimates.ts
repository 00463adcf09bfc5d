import * as z from 'zod/mini'
import type { PayeeKind } from '#contract/people/payee-states.ts'
import type { Currency } from '#contract/platform/currency.ts'
import { addDays, getMonthStart } from '#contract/reports/calendar.ts'
import { sumForecast } from '#contract/reports/dashboard.ts'
import type { DayRange } from '#contract/reports/reports.ts'
import type { PaydayEstimate } from '#contract/settlement/payday.ts'
import { getMoneyUnit } from '#lib/format/number.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { forecastMonth, getForecastBase } from '#server/reports/dashboard/dashboard.ts'
import type { DayProfit } from '#server/reports/dashboard/forecast.ts'
import { selectDays } from '#server/reports/figures/days.ts'
import { joinRanges, selectRange } from '#server/reports/figures/periods.ts'
import type { Scope } from '#server/reports/figures/scope.ts'
import { formatMonth, getMonthRange } from '#server/settlement/calendar/month.ts'
import { getNextPayday, getPayday } from '#server/settlement/calendar/payday.ts'
import {
  computeWithholding,
  selectWithholdingRates,
  type WithholdingRate,
} from '#server/settlement/ledger/withholding.ts'
import { selectAssignments } from '#server/settlement/payout-shares/channel-days.ts'
import { findShares, selectShareSets } from '#server/settlement/payout-shares/payout-shares.ts'
import { getPayable } from '#server/settlement/statements/statement-content.ts'

type Reader = Pick<Queryable, 'query'>

export interface EstimatedPayee {
  id: number
  siteId: number
  currency: Currency
  minimum: number
  /** Null: the person has not said. */
  kind: PayeeKind | null
  /** What the first of the months is paid with. */
  carried: number
  paymentDay: number
  /** The site's. */
  today: string
}

/** Estimates what the months pay that have figures and are not released: at most the last two. */
export async function estimatePaydays(
  db: Queryable,
  scope: Scope,
  payee: EstimatedPayee,
): Promise<PaydayEstimate[]> {
  const { latestDay } = scope
  const known = latestDay ?? payee.today
  const months = await selectUnreleased(db, [
    ...(latestDay === null ? [] : [getMonthStart(known, -1)]),
    getMonthStart(known),
  ])
  const profits = latestDay === null ? [] : await selectOwnDays(db, scope, payee.id, latestDay)
  const estimates: PaydayEstimate[] = []
  let carried: Bounds = { low: payee.carried, high: payee.carried }
  for (const month of months) {
    const rates = (await selectWithholdingRates(db, month)).filter(({ siteId }) => siteId === payee.siteId)
    const bounds = latestDay === null ? null : estimateMonth(scope, { month, latestDay, profits })
    const sum = bounds && { low: carried.low + bounds.low, high: carried.high + bounds.high }
    // The person had no figures yet in a month that is over.
    if (sum?.low === 0 && sum.high === 0 && month !== getMonthStart(known)) continue
    const low = sum && pay(sum.low, payee, rates)
    const high = sum && pay(sum.high, payee, rates)
    estimates.push({
      month: formatMonth(month),
      day: getLaterPayday(month, payee),
      range: low && high && { low: low.shown, high: high.shown },
      tax: getTaxBasis(rates, payee.kind),
      reachesMinimum: low === null || low.isPaid,
    })
    carried = { low: low?.carried ?? 0, high: high?.carried ?? 0 }
  }
  return estimates
}

async function selectUnreleased(db: Reader, months: readonly string[]): Promise<string[]> {
  const released = await db.query(
    z.object({ month: Day }),
    sql`select month
    from months
    where month = any(${months}::date[])
      and state = 'released'`,
  )
  return months.filter((month) => !released.some((one) => one.month === month))
}

interface Bounds {
  low: number
  high: number
}

interface MonthOptions {
  month: string
  latestDay: string
  profits: readonly DayProfit[]
}

/** A month that is over has no range. Null: too few days are known. */
function estimateMonth(scope: Scope, { month, latestDay, profits }: MonthOptions): Bounds | null {
  const range = getMonthRange(month)
  const soFar = selectRange(profits, range).reduce((sum, { profit }) => sum + profit, 0)
  if (latestDay >= range.to) return { low: soFar, high: soFar }
  const forecast = forecastMonth(scope, latestDay, profits)
  return forecast && sumForecast(soFar, forecast)
}

/** After the fee, by the shares of the latest day; what nobody has divided yet counts for nobody. */
async function selectOwnDays(
  db: Queryable,
  scope: Scope,
  accountId: number,
  latestDay: string,
): Promise<DayProfit[]> {
  const range: DayRange = joinRanges(getForecastBase(latestDay), {
    from: getMonthStart(latestDay, -1),
    to: latestDay,
  })
  const sums = new Map<string, number>()
  for (const [permille, channelIds] of await groupByShare(db, scope, accountId, latestDay)) {
    for (const { day, netProfit } of await selectDays(db, { ...scope, channelIds }, range))
      sums.set(day, (sums.get(day) ?? 0) + Math.trunc((netProfit * permille) / 1_000))
  }
  return [...sums].map(([day, profit]) => ({ day, profit }))
}

const RegistrationRow = z.object({ id: Id, channelId: z.string(), networkId: Integer })

async function groupByShare(
  db: Reader,
  { networkId, channelIds }: Scope,
  accountId: number,
  day: string,
): Promise<Map<number, string[]>> {
  const registrations = await db.query(
    RegistrationRow,
    sql`select registration_id as id,
      channel_id as "channelId",
      network_id as "networkId"
    from channels
    where channel_id = any(${channelIds ?? []}::text[])
      and network_id = ${networkId}
      and removed_at is null
    order by channel_id`,
  )
  const ids = registrations.map(({ id }) => id)
  const assignments = await selectAssignments(db, ids)
  const sets = await selectShareSets(db, ids)
  const groups = new Map<number, string[]>()
  for (const { id, channelId } of registrations) {
    const shares = findShares(day, assignments.get(id) ?? [], sets.get(id) ?? [])
    // An account outside every manager's network is its own.
    const whole = accountId === networkId ? 1_000 : 0
    const permille = whole || ('undecided' in shares ? 0 : (shares.permilles.get(accountId) ?? 0))
    groups.set(permille, [...(groups.get(permille) ?? []), channelId])
  }
  return groups
}

interface Payment {
  /** What is paid, or what is carried over instead. */
  shown: number
  carried: number
  isPaid: boolean
}

const pay = (
  sum: number,
  { kind, currency, minimum }: EstimatedPayee,
  rates: readonly WithholdingRate[],
): Payment => {
  const payable = getPayable(
    { micros: sum, amount: sum },
    { micros: 0, amount: 0 },
    {
      minimumAmount: minimum,
      currency,
    },
  )
  if (payable.amount === 0) return { shown: cutToUnit(sum, currency), carried: sum, isPaid: false }
  const taxes = computeWithholding(
    payable,
    rates.find((rate) => rate.kind === kind),
  )
  const shown = taxes.reduce((rest, { amount }) => rest + amount, payable.amount)
  return { shown, carried: sum - payable.amount, isPaid: true }
}

function cutToUnit(amount: number, currency: Currency): number {
  const unit = getMoneyUnit(currency)
  return Math.floor(amount / unit) * unit
}

function getTaxBasis(rates: readonly WithholdingRate[], kind: PayeeKind | null): PaydayEstimate['tax'] {
  if (rates.length === 0) return 'none'
  if (kind === null) return 'before'
  return rates.some((rate) => rate.kind === kind) ? 'after' : 'none'
}

/** A month that is late is paid on the next one. */
function getLaterPayday(month: string, { paymentDay, today }: EstimatedPayee): string {
  const day = getPayday(month, paymentDay)
  return day > addDays(today, -1) ? day : getNextPayday(today, paymentDay)
}
