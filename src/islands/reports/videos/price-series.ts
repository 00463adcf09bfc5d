import { type DayRange, type Figures, pricePerView } from '#contract/reports.ts'
import { dailyPrices } from '#islands/reports/chart-format.ts'
import { comparedLabel } from '#islands/reports/compared.ts'
import type { Shown } from '#islands/reports/use-shown-report.ts'
import { formatPrice } from '#lib/format.ts'
import { formatDayRange } from '#lib/format-day.ts'
import { locale, t } from '#lib/strings.ts'
import type { ChartSeries } from '#shared/chart-data.ts'

function rangeWith({ from, to }: DayRange, totals: Figures, { currency }: Shown): string {
  const price = formatPrice(pricePerView(totals), currency, locale())
  return `${formatDayRange(from, to, locale())} · ${t('video-report:price.average', { price })}`
}

/** The price per view of the period, and of the days that it is compared with. */
export function priceSeries(shown: Shown): (ChartSeries & { range: string })[] {
  const { range, totals, series, previous } = shown.report
  const now = {
    key: 'price',
    label: t('reports:videos.price'),
    color: 'var(--primary-ink)',
    days: series.days,
    values: dailyPrices(series),
    range: rangeWith(range, totals, shown),
    filled: true,
  }
  if (!previous) return [now]
  const before = {
    key: 'previous',
    label: comparedLabel(shown),
    color: 'var(--line-strong)',
    days: previous.series.days,
    values: dailyPrices(previous.series),
    range: rangeWith(previous.range, previous.totals, shown),
    muted: true,
  }
  // A single day is drawn as bars: in the order of time.
  return series.days.length > 1 ? [now, before] : [before, now]
}
