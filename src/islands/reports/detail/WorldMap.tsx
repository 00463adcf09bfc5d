import type { Currency } from '#contract/site.ts'
import { unknownCountry } from '#lib/format/countries.ts'
import { formatMoney, formatNumber, formatPrice } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './CountriesSection.module.css'
import { type CountryRow, computeBubbles, type Measure, minViewsForPrice } from './country-rows.ts'
import { mapSize } from './projection.ts'

interface WorldMapProps {
  rows: readonly CountryRow[]
  measure: Measure
  currency: Currency
  namedCountries: ReadonlySet<string>
}

/** Hidden from screen readers: the table has the same data. */
export function WorldMap({ rows, measure, currency, namedCountries }: WorldMapProps) {
  const bubbles = computeBubbles(rows, measure, namedCountries)
  return (
    <figure className={`min-0 ${styles.map}`}>
      <svg viewBox={`0 0 ${mapSize.width} ${mapSize.height}`} aria-hidden="true">
        <use href="/world.svg#land" className={styles.land} />
        {bubbles.map(({ row, x, y, radius, color }) => (
          <circle
            key={row.country}
            data-bubble={row.country}
            cx={x}
            cy={y}
            r={radius}
            fill={color}
            stroke={color}
          >
            <title>{`${row.name} ${formatMeasure(row, measure, currency)}`}</title>
          </circle>
        ))}
      </svg>
      <figcaption className={styles.note}>
        {getNotes(rows, measure).map((note) => (
          <span key={note}>{note} </span>
        ))}
      </figcaption>
    </figure>
  )
}

function getNotes(rows: readonly CountryRow[], measure: Measure): string[] {
  const notes = [t(`video-detail:map.${measure}`)]
  if (measure === 'price' && rows.some(({ views }) => views < minViewsForPrice))
    notes.push(t('video-detail:map.fewViews', { count: minViewsForPrice }))
  if (rows.some(({ country }) => country === unknownCountry)) notes.push(t('video-detail:map.unknown'))
  return notes
}

function formatMeasure({ views, profit, price }: CountryRow, measure: Measure, currency: Currency): string {
  if (measure === 'views') return formatNumber(views, locale())
  if (measure === 'profit') return formatMoney(profit, currency, locale())
  return formatPrice(price, currency, locale())
}
