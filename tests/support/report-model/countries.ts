import type { RequestedTime } from '#contract/reports/reports.ts'
import type { ReportedFact } from '#tests/support/reported-facts.ts'
import type { FigureModel } from './figures.ts'
import { compareValues } from './rows.ts'
import type { Viewer } from './world.ts'

/** Models the countries of channels and of videos. */
export function createCountryModel({
  listIncompleteDays,
  findVisibleChannels,
  amount,
  subtractFee,
  findFacts,
  getRanges,
}: FigureModel) {
  /** Countries are added in order, and each gets the resulting increase of the day's amount. */
  function sumCountries(asker: Viewer, own: readonly ReportedFact[]) {
    const countries = new Map<string, { country: string; views: number; gross: bigint; net: bigint }>()
    const cumulativeByDay = new Map<string, bigint>()
    const netAmount = (micros: bigint, day: string) => subtractFee(amount(micros, day), day, asker.member)
    for (const { type, day, country, views, revenueMicros } of own.toSorted((a, b) =>
      compareValues(a.country, b.country),
    )) {
      const before = cumulativeByDay.get(day) ?? 0n
      const after = type === 'revenue' ? before + BigInt(revenueMicros) : before
      cumulativeByDay.set(day, after)
      const found = countries.get(country) ?? { country, views: 0, gross: 0n, net: 0n }
      countries.set(country, {
        country,
        views: found.views + (type === 'activity' ? views : 0),
        gross: found.gross + amount(after, day) - amount(before, day),
        net: found.net + netAmount(after, day) - netAmount(before, day),
      })
    }
    return [...countries.values()]
      .sort((a, b) => b.views - a.views || compareValues(a.country, b.country))
      .map(({ country, views, gross, net }) => ({
        country,
        views,
        grossProfit: asker.netOnly ? null : Number(gross),
        netProfit: asker.member === null ? null : Number(net),
      }))
  }

  /** Covers all channels in question, and adds up to the dashboard's totals. */
  function countries(asker: Viewer, time: RequestedTime) {
    const ranges = getRanges(asker, time)
    if (!ranges || findVisibleChannels(asker).length === 0) return null
    const { range } = ranges
    return {
      range,
      incompleteDays: listIncompleteDays(range),
      countries: sumCountries(asker, findFacts(asker, range)),
    }
  }

  return { sumCountries, countries }
}
