import { listDays } from '#contract/reports/calendar.ts'
import { type Forecast, sumForecast } from '#contract/reports/dashboard.ts'
import { type DayRange, getProfit } from '#contract/reports/reports.ts'
import type { ChartFormat, ChartSeries } from '#islands/kit/charts/series.ts'
import { type Grain, getBucketRange, groupSeries } from '#islands/reports/state/grain.ts'
import { getTrend, type TotalKey, totalTexts } from '#islands/reports/state/totals.ts'
import type { DisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { createCountFormat, createMoneyFormat, createPriceFormat } from './chart-format.ts'
import { formatComparisonLabel } from './comparison.ts'

const formatRange = ({ from, to }: DayRange) => formatDayRange(from, to, locale())

/** Builds the series of the large chart: a metric, its comparison, and for profit the rest of the month. */
export function createMetricSeries(shown: DisplayedReport, metric: TotalKey, grain: Grain): ChartSeries[] {
  const { range, series, lastDays, forecast } = shown.report
  const grouped = lastDays ?? groupSeries(series, grain)
  const isSingle = grouped.days.length === 1
  const now: ChartSeries = {
    key: metric,
    label: t(totalTexts[metric]),
    color: 'var(--primary-ink)',
    days: grouped.days,
    values: getTrend(metric, grouped),
    range: formatRange(range),
    filled: true,
  }
  const before = createPreviousSeries(shown, metric, grain)
  // Bars of single days are in chronological order, and share a scale.
  if (isSingle) return [...before, now]
  const premium: ChartSeries[] =
    metric === 'views'
      ? [
          {
            key: 'premiumViews',
            label: t('reports:figures.premiumViews'),
            color: 'var(--chart-beside)',
            days: grouped.days,
            values: grouped.premiumViews,
          },
        ]
      : []
  // A single day stands among those before it, one of which is compared.
  if (lastDays) return [now, ...premium]
  if (metric !== 'profit' || grain !== 'day' || !forecast) return [now, ...premium, ...before]
  return [{ ...now, days: [...now.days, ...forecast.days] }, createForecastSeries(now, forecast), ...before]
}

function createPreviousSeries(shown: DisplayedReport, metric: TotalKey, grain: Grain): ChartSeries[] {
  const { previous } = shown.report
  if (!previous) return []
  const grouped = groupSeries(previous.series, grain)
  return [
    {
      key: 'previous',
      label: formatComparisonLabel(shown),
      color: 'var(--line-strong)',
      days: grouped.days,
      values: getTrend(metric, grouped),
      range: formatRange(previous.range),
      muted: true,
    },
  ]
}

/** Starts at the last counted day. */
function createForecastSeries({ days, values }: ChartSeries, forecast: Forecast): ChartSeries {
  const last = values.at(-1) ?? null
  const continueFrom = (expected: readonly number[]) => [
    ...values.slice(0, -1).map(() => null),
    last,
    ...expected,
  ]
  return {
    key: 'forecast',
    label: t('reports:forecast.label'),
    color: 'var(--primary-ink)',
    days: [...days, ...forecast.days],
    values: continueFrom(forecast.expected),
    band: { low: continueFrom(forecast.low), high: continueFrom(forecast.high) },
  }
}

/** Weeks and months are named by their days. */
export function createMetricFormat(shown: DisplayedReport, metric: TotalKey, grain: Grain): ChartFormat {
  const { currency, report } = shown
  const format =
    metric === 'profit'
      ? createMoneyFormat(currency)
      : metric === 'premiumPrice'
        ? createPriceFormat(currency)
        : createCountFormat()
  if (grain === 'day') return format
  const { range, previous } = report
  const findRange = (day: string) =>
    previous && day >= previous.range.from && day <= previous.range.to ? previous.range : range
  return { ...format, day: (day) => formatRange(getBucketRange(day, grain, findRange(day))) }
}

/** Lists the weeks and months that contain an incomplete day. */
export const listIncompleteBuckets = (shown: DisplayedReport, grain: Grain): readonly string[] => {
  const { incompleteDays, range } = shown.report
  return grain === 'day'
    ? incompleteDays
    : [...new Set(incompleteDays.map((day) => getBucketRange(day, grain, range).from))]
}

/** Expected sums of the month's profit, and the profit counted so far. */
export interface Pace {
  low: number
  high: number
  soFar: number
  previousMonth: number | null
  /** A day of the month. */
  day: string
}

export function computePace({ report: { forecast, totals, range } }: DisplayedReport): Pace | null {
  if (!forecast) return null
  const soFar = getProfit(totals)
  return {
    ...sumForecast(soFar, forecast),
    soFar,
    previousMonth: forecast.previousMonth && getProfit(forecast.previousMonth),
    day: listDays(range)[0] ?? range.to,
  }
}
