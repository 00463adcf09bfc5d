import type { Currency } from '#contract/platform/params.ts'
import { type DailySeries, pricePerView } from '#contract/reports/reports.ts'
import type { ChartFormat } from '#islands/kit/charts/series.ts'
import { formatDay, formatDayShort } from '#lib/format/day.ts'
import {
  formatCountTick,
  formatMoney,
  formatMoneyTick,
  formatNumber,
  formatPrice,
  getPriceStep,
} from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'

const dayFormat = {
  day: (day: string) => formatDay(day, locale()),
  dayShort: (day: string) => formatDayShort(day, locale()),
}

/** Values are in units of the currency. */
export const createMoneyFormat = (currency: Currency): ChartFormat => ({
  ...dayFormat,
  value: (amount) => formatMoney(amount, currency, locale()),
  tick: (amount, all) => formatMoneyTick(amount, all, currency, locale()),
})

export function createPriceFormat(currency: Currency): ChartFormat {
  const price = (amount: number) => formatPrice(amount, currency, locale())
  return { ...dayFormat, value: price, tick: price, minStep: getPriceStep(currency) }
}

type DailyFigures = Pick<DailySeries, 'views' | 'grossProfit' | 'netProfit'>

/** Profit per view for each day; null where unknown or without views. */
export const computeDailyPrices = ({ views, grossProfit, netProfit }: DailyFigures) =>
  views.map((count, at) => {
    const profit = { grossProfit: grossProfit?.[at] ?? null, netProfit: netProfit?.[at] ?? null }
    const isKnown = profit.grossProfit !== null || profit.netProfit !== null
    return count === null || !isKnown ? null : pricePerView({ views: count, ...profit })
  })

export const createCountFormat = (): ChartFormat => ({
  ...dayFormat,
  value: (count) => formatNumber(count, locale()),
  tick: (count, all) => formatCountTick(count, all, locale()),
})

export const getChartTexts = (title: string, range: string) => ({
  title,
  label: t('reports:chart.keys', { title }),
  caption: t('reports:chart.table', { title, range }),
  dayLabel: t('common:day'),
})
