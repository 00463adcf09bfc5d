import { type DayRange, type Figures, pricePerView, type Series } from '#contract/reports.ts'
import { comparedWith } from '#islands/reports/compared.ts'
import type { Shown } from '#islands/reports/use-shown-report.ts'
import { formatPrice } from '#lib/format.ts'
import { formatDay, formatDayRange, formatDayShort } from '#lib/format-day.ts'
import { locale, t } from '#lib/strings.ts'
import type { ChartFormat, ChartSeries } from '#shared/chart-data.ts'

const figuresOf = (views: number, profit: number): Figures => ({
  views,
  profit,
  premiumViews: 0,
  premiumProfit: 0,
  memberProfit: null,
})

/** Profit of a view on each day; a gap where there is nothing to divide by. */
const pricesOf = ({ views, profit }: Series) =>
  views.map((count, at) => pricePerView(figuresOf(count ?? 0, profit[at] ?? 0)))

const sentence = (words: string) => words.charAt(0).toLocaleUpperCase(locale()) + words.slice(1)

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
    values: pricesOf(series),
    range: rangeWith(range, totals, shown),
    filled: true,
  }
  if (!previous) return [now]
  const before = {
    key: 'previous',
    label: sentence(comparedWith(shown) ?? ''),
    color: 'var(--line-strong)',
    days: previous.series.days,
    values: pricesOf(previous.series),
    range: rangeWith(previous.range, previous.totals, shown),
    muted: true,
  }
  // A single day is drawn as bars: in the order of time.
  return series.days.length > 1 ? [now, before] : [before, now]
}

export function priceFormat({ currency }: Shown): ChartFormat {
  const price = (amount: number) => formatPrice(amount, currency, locale())
  return {
    value: price,
    tick: price,
    day: (day) => formatDay(day, locale()),
    dayShort: (day) => formatDayShort(day, locale()),
  }
}
