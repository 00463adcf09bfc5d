import { type DayRange, getProfit } from '#contract/reports.ts'
import type { ChartSeries } from '#islands/charts/series.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { formatComparisonLabel } from './comparison.ts'
import type { DisplayedReport } from './use-displayed-report.ts'

const formatRange = ({ from, to }: DayRange) => formatDayRange(from, to, locale())

function createPreviousSeries(shown: DisplayedReport, figure: 'profit' | 'views'): ChartSeries[] {
  const { previous } = shown.report
  if (!previous) return []
  return [
    {
      key: 'previous',
      label: formatComparisonLabel(shown),
      color: 'var(--line-strong)',
      days: previous.series.days,
      values: figure === 'profit' ? getProfit(previous.series) : previous.series.views,
      range: formatRange(previous.range),
      muted: true,
    },
  ]
}

/** Bars of single days are in chronological order. */
const orderSeries = (now: ChartSeries[], before: ChartSeries[]) =>
  now.every(({ days }) => days.length === 1) ? [...before, ...now] : [...now, ...before]

export function createProfitSeries(shown: DisplayedReport): ChartSeries[] {
  const { range, series } = shown.report
  const now: ChartSeries = {
    key: 'profit',
    label: t('reports:figures.profit'),
    color: 'var(--primary-ink)',
    days: series.days,
    values: getProfit(series),
    range: formatRange(range),
    filled: true,
  }
  return orderSeries([now], createPreviousSeries(shown, 'profit'))
}

/** All views, premium views and the previous period's views. Only one series has its range in the legend. */
export function createViewsSeries(shown: DisplayedReport): ChartSeries[] {
  const { range, series } = shown.report
  const createSeries = (key: 'views' | 'premiumViews', color: string): ChartSeries => ({
    key,
    label: t(`reports:figures.${key}`),
    color,
    days: series.days,
    values: series[key],
    range: key === 'views' ? formatRange(range) : undefined,
  })
  const now = [
    createSeries('views', 'var(--primary-ink)'),
    createSeries('premiumViews', 'var(--chart-beside)'),
  ]
  const before = createPreviousSeries(shown, 'views').map((one) => ({ ...one, range: undefined }))
  return orderSeries(now, before)
}
