import { listDays } from '#contract/reports/calendar.ts'
import type { DayRange, RequestedTime } from '#contract/reports/reports.ts'
import { getComparisonRange, getRequestedRange } from '#server/reports/figures/periods.ts'
import {
  createIncompleteDayTest,
  type ReportedFact,
  selectCurrentFacts,
} from '#tests/support/reported-facts.ts'
import { divideByViews, divideRounded, type Row, type Sums, sumByDay } from './rows.ts'
import type { Viewer, World } from './world.ts'

/** Models the figures of any facts, and decides which facts, channels and days count. */
export function createFigureModel(world: World) {
  const facts = selectCurrentFacts(world.reports)
  const findRegistration = (channelId: string) =>
    world.registrations.find((one) => one.channelId === channelId && !one.removed)
  const findEarningRegistration = (channelId: string, network = 'ours') => {
    const one = findRegistration(channelId)
    return one?.network === network && one.approval === 2 && one.verification === 'verified' ? one : undefined
  }
  const earningFacts = facts.filter((fact) => {
    const earnsFrom = findEarningRegistration(fact.channelId)?.earnsFrom
    return earnsFrom !== undefined && earnsFrom !== null && earnsFrom <= fact.day
  })
  const isIncomplete = createIncompleteDayTest(world.reports, (channelId) => {
    const one = findEarningRegistration(channelId)
    return one ? one.earnsFrom : null
  })
  const reportedDays = [...new Set(earningFacts.map(({ day }) => day))]
    .filter((day) => !isIncomplete(day))
    .sort()
  const [firstDay = null, latestDay = null] = [reportedDays[0], reportedDays.at(-1)]
  const isKnown = (day: string) =>
    firstDay !== null && latestDay !== null && firstDay <= day && day <= latestDay && !isIncomplete(day)
  const listIncompleteDays = (range: DayRange) => listDays(range).filter(isIncomplete)
  const currency = world.rates.length === 0 ? 'USD' : 'KRW'

  function findRate(day: string): bigint {
    const sorted = world.rates.toSorted((a, b) => (a.day < b.day ? -1 : 1))
    const known = sorted.filter((rate) => rate.day <= day).at(-1) ?? sorted[0]
    return BigInt(known?.krwMicros ?? 0)
  }
  const amount = (micros: bigint, day: string) =>
    currency === 'USD' ? micros : divideRounded(micros * findRate(day), 1_000_000_000n)
  function subtractFee(gross: bigint, day: string, member: string | null): bigint {
    const set = world.fees.filter((fee) => fee.member === member && fee.day <= day)
    const permille = set.sort((a, b) => (a.day < b.day ? -1 : 1)).at(-1)?.permille ?? 0
    return gross - divideRounded(gross * BigInt(permille), 1000n)
  }

  /** Finds the channels in question. */
  function findVisibleChannels({ member, channel, channels }: Viewer): string[] {
    const all = world.registrations.filter(
      (one) => !one.removed && one.network === 'ours' && (member === null || one.members.includes(member)),
    )
    return all
      .map(({ channelId }) => channelId)
      .filter((id) => channel === null || id === channel)
      .filter((id) => channels === undefined || channels.includes(id))
  }

  /** Sums the facts of each day before rounding. */
  function computeFigures(asker: Viewer, some: readonly ReportedFact[]): Row {
    const days = sumByDay(some)
    const total = (of: (sums: Sums) => bigint) => Number(days.reduce((sum, day) => sum + of(day), 0n))
    const views = total((day) => day.views)
    const profit = total((day) => amount(day.micros, day.day))
    const premium = total((day) => amount(day.premiumMicros, day.day))
    const net = total((day) => subtractFee(amount(day.micros, day.day), day.day, asker.member))
    const premiumNet = total((day) => subtractFee(amount(day.premiumMicros, day.day), day.day, asker.member))
    return {
      views,
      premiumViews: total((day) => day.premiumViews),
      grossProfit: asker.netOnly ? null : profit,
      grossPremiumProfit: asker.netOnly ? null : premium,
      netProfit: asker.member === null ? null : net,
      netPremiumProfit: asker.member === null ? null : premiumNet,
      price: divideByViews(asker.netOnly ? net : profit, views),
    }
  }

  const filterRange = ({ from, to }: DayRange, some: readonly ReportedFact[]) =>
    some.filter(({ day }) => day >= from && day <= to)
  const findFacts = (asker: Viewer, range: DayRange) => {
    const ids = findVisibleChannels(asker)
    return filterRange(range, earningFacts).filter(({ channelId }) => ids.includes(channelId))
  }

  function buildSeries(asker: Viewer, range: DayRange, some: readonly ReportedFact[]) {
    const days = listDays(range)
    const perDay = days.map((day) =>
      isKnown(day)
        ? computeFigures(
            asker,
            some.filter((fact) => fact.day === day),
          )
        : null,
    )
    const column = (of: (row: Row) => number | null) => perDay.map((row) => (row ? of(row) : null))
    return {
      days,
      views: column((row) => row.views),
      premiumViews: column((row) => row.premiumViews),
      ...buildProfitColumns(asker, column),
      grossPremiumProfit: asker.netOnly ? null : column((row) => row.grossPremiumProfit),
      netPremiumProfit: asker.member === null ? null : column((row) => row.netPremiumProfit),
    }
  }

  const buildProfitColumns = <C>(asker: Viewer, column: (of: (row: Row) => number | null) => C) => ({
    grossProfit: asker.netOnly ? null : column((row) => row.grossProfit),
    netProfit: asker.member === null ? null : column((row) => row.netProfit),
  })

  /** A person whose channels have no figures has no period, whatever the rest of the network has. */
  function getRanges(asker: Viewer, time: RequestedTime) {
    if (firstDay === null || latestDay === null) return null
    const ids = findVisibleChannels({ member: asker.member, netOnly: asker.netOnly, channel: null })
    const hasFigures = earningFacts.some(({ channelId, day }) => ids.includes(channelId) && day <= latestDay)
    if (asker.member !== null && !hasFigures) return null
    const range = getRequestedRange(time, { firstDay, latestDay })
    return { range, before: getComparisonRange(time, range), bounds: { from: firstDay, to: latestDay } }
  }

  return {
    world,
    currency,
    firstDay,
    latestDay,
    earningFacts,
    isIncomplete,
    isKnown,
    listIncompleteDays,
    findRegistration,
    findEarningRegistration,
    findVisibleChannels,
    amount,
    subtractFee,
    computeFigures,
    filterRange,
    findFacts,
    buildSeries,
    buildProfitColumns,
    getRanges,
  }
}
export type FigureModel = ReturnType<typeof createFigureModel>
