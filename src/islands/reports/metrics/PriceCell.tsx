import type { Currency } from '#contract/platform/params.ts'
import { pricePerThousandViews, pricePerView } from '#contract/reports/reports.ts'
import { formatPrice, formatThousandPrice } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'

interface PriceCellProps {
  figures: Parameters<typeof pricePerView>[0]
  currency: Currency
}

/** Shows the price of a view, which is hard to read in dollars, and of a thousand views. */
export function PriceCell({ figures, currency }: PriceCellProps) {
  const perThousand = pricePerThousandViews(figures)
  return (
    <>
      {formatPrice(pricePerView(figures), currency, locale())}
      {perThousand !== null && (
        <small>
          {t('reports:videos.perThousand', { amount: formatThousandPrice(perThousand, currency, locale()) })}
        </small>
      )}
    </>
  )
}
