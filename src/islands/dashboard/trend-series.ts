import type { DayRange } from '#contract/reports.ts'
import { formatDayRange } from '#lib/format-day.ts'
import { locale, t } from '#lib/strings.ts'
import type { ChartSeries } from '#shared/chart-data.ts'
import { comparedWith } from './compared.ts'
import type { Shown } from './use-shown-report.ts'

type RangedSeries = ChartSeries & { range: string }

/** On its own, not after "vs". */
const sentence = (words: string) => words.charAt(0).toLocaleUpperCase(locale()) + words.slice(1)

const rangeText = ({ from, to }: DayRange) => formatDayRange(from, to, locale())

/** Profit of the period, and of the days that it is compared with. */
export function profitSeries(shown: Shown): RangedSeries[] {
  const { range, series, previous } = shown.report
  const now: RangedSeries = {
    key: 'profit',
    label: t('dashboard:figures.profit'),
    color: 'var(--primary-ink)',
    days: series.days,
    values: series.profit,
    range: rangeText(range),
    filled: true,
  }
  if (!previous) return [now]
  const before: RangedSeries = {
    key: 'previous',
    label: sentence(comparedWith(shown) ?? ''),
    color: 'var(--line-strong)',
    days: previous.series.days,
    values: previous.series.profit,
    range: rangeText(previous.range),
    muted: true,
  }
  // A single day is drawn as bars: in the order of time.
  return series.days.length > 1 ? [now, before] : [before, now]
}

/** All views of the period, and those of premium viewers. */
export function viewsSeries({ report: { range, series } }: Shown): RangedSeries[] {
  const of = (key: 'views' | 'premiumViews', color: string): RangedSeries => ({
    key,
    label: t(`dashboard:figures.${key}`),
    color,
    days: series.days,
    values: series[key],
    range: key === 'views' ? rangeText(range) : '',
  })
  return [of('views', 'var(--primary-ink)'), of('premiumViews', 'var(--chart-beside)')]
}
