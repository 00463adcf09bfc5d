import type { Currency } from '#contract/platform/params.ts'
import { type Figures, pricePerThousandViews, pricePerView } from '#contract/reports/reports.ts'
import { formatPrice, formatThousandPrice } from '#lib/format/number.ts'

/** Formats the cell with the price of a view and of a thousand views, in Korean. */
export const formatPrices = (
  figures: Pick<Figures, 'views' | 'grossProfit' | 'netProfit'>,
  currency: Currency,
) =>
  `${formatPrice(pricePerView(figures), currency, 'ko')}1천 회당 ${formatThousandPrice(pricePerThousandViews(figures), currency, 'ko')}`

/** Reads the filled part of the bar in a row, in percent. */
export const readShareBar = (row: string) =>
  Number(document.querySelector(`${row} svg[viewBox="0 0 100 10"] rect`)?.getAttribute('width'))
