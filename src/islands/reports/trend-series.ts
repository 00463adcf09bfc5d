import type { DayRange } from '#contract/reports.ts'
import { formatDayRange } from '#lib/format-day.ts'
import { locale, t } from '#lib/strings.ts'
import type { ChartSeries } from '#shared/chart-data.ts'
import { comparedLabel } from './compared.ts'
import type { Shown } from './use-shown-report.ts'

const rangeText = ({ from, to }: DayRange) => formatDayRange(from, to, locale())

/** The days that the period is compared with, behind it; none where data begins later. */
function previousSeries(shown: Shown, figure: 'profit' | 'views'): ChartSeries[] {
  const { previous } = shown.report
  if (!previous) return []
  return [
    {
      key: 'previous',
      label: comparedLabel(shown),
      color: 'var(--line-strong)',
      days: previous.series.days,
      values: previous.series[figure],
      range: rangeText(previous.range),
      muted: true,
    },
  ]
}

/** A single day is drawn as bars: in the order of time. */
const inOrder = (now: ChartSeries[], before: ChartSeries[]) =>
  now.every(({ days }) => days.length === 1) ? [...before, ...now] : [...now, ...before]

/** Profit of the period, and of the days that it is compared with. */
export function profitSeries(shown: Shown): ChartSeries[] {
  const { range, series } = shown.report
  const now: ChartSeries = {
    key: 'profit',
    label: t('reports:figures.profit'),
    color: 'var(--primary-ink)',
    days: series.days,
    values: series.profit,
    range: rangeText(range),
    filled: true,
  }
  return inOrder([now], previousSeries(shown, 'profit'))
}

/** All views of the period, those of premium viewers, and all of the days before. Its legend names days once. */
export function viewsSeries(shown: Shown): ChartSeries[] {
  const { range, series } = shown.report
  const of = (key: 'views' | 'premiumViews', color: string): ChartSeries => ({
    key,
    label: t(`reports:figures.${key}`),
    color,
    days: series.days,
    values: series[key],
    range: key === 'views' ? rangeText(range) : undefined,
  })
  const now = [of('views', 'var(--primary-ink)'), of('premiumViews', 'var(--chart-beside)')]
  const before = previousSeries(shown, 'views').map((one) => ({ ...one, range: undefined }))
  return inOrder(now, before)
}
