import type { Currency } from '#contract/site.ts'
import { formatCountShort, formatMoney, formatMoneyShort, formatNumber } from '#lib/format.ts'
import { formatDay, formatDayShort } from '#lib/format-day.ts'
import { locale } from '#lib/strings.ts'
import type { ChartFormat } from '#shared/chart-data.ts'

const dayFormat = {
  day: (day: string) => formatDay(day, locale()),
  dayShort: (day: string) => formatDayShort(day, locale()),
}

/** How a chart writes amounts, in units of their currency. */
export const moneyFormat = (currency: Currency): ChartFormat => ({
  ...dayFormat,
  value: (amount) => formatMoney(amount, currency, locale()),
  tick: (amount) => formatMoneyShort(amount, currency, locale()),
})

/** How a chart writes numbers of views. */
export const countFormat = (): ChartFormat => ({
  ...dayFormat,
  value: (count) => formatNumber(count, locale()),
  tick: (count) => formatCountShort(count, locale()),
})
