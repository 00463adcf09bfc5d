import type { Currency } from '#contract/platform/params.ts'
import { formatPrice } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './CountriesSection.module.css'
import { type CountryRow, computeBars } from './country-rows.ts'
import { getShapeProps, type Pointing } from './pointing.ts'

/** Prices do not add up, so bars instead of a doughnut. */
interface PriceBarsProps {
  rows: readonly CountryRow[]
  currency: Currency
  pointing: Pointing
}

export function PriceBars({ rows, currency, pointing }: PriceBarsProps) {
  const bars = computeBars(rows)
  if (bars.length === 0) return <p className="note">{t('video-detail:countries.nothingDrawn')}</p>
  const top = Math.max(...bars.map(({ price }) => price))
  return (
    <figure className="min-0">
      <figcaption className={styles.note}>{t('video-detail:countries.priceNote')}</figcaption>
      <ol className={styles.bars}>
        {bars.map(({ row, price }) => (
          <li
            key={row.country}
            className="grid"
            data-bar={row.country}
            {...getShapeProps(row.country, pointing)}
          >
            <span>{row.name}</span>
            <b>{formatPrice(price, currency, locale())}</b>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect width={(price / top) * 100} height="8" fill={row.color} />
            </svg>
          </li>
        ))}
      </ol>
    </figure>
  )
}
