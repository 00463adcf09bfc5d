import type { Currency } from '#contract/site.ts'
import { unknownCountry } from '#lib/countries.ts'
import { formatMoney, formatNumber, formatPrice } from '#lib/format.ts'
import { locale, t } from '#lib/strings.ts'
import styles from './Countries.module.css'
import { bubblesOf, type CountryRow, comparableViews, type Measure } from './country-rows.ts'
import { map } from './projection.ts'

interface WorldMapProps {
  rows: readonly CountryRow[]
  measure: Measure
  currency: Currency
  /** Codes of the countries whose colours are explained beside the map. */
  named: ReadonlySet<string>
}

/** The earth with a bubble on each country; the table says the same in words. */
export function WorldMap({ rows, measure, currency, named }: WorldMapProps) {
  const bubbles = bubblesOf(rows, measure, named)
  return (
    <figure className={styles.map}>
      <svg viewBox={`0 0 ${map.width} ${map.height}`} aria-hidden="true">
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
            <title>{`${row.name} ${written(row, measure, currency)}`}</title>
          </circle>
        ))}
      </svg>
      <figcaption className={styles.note}>
        {notesOf(rows, measure).map((note) => (
          <span key={note}>{note} </span>
        ))}
      </figcaption>
    </figure>
  )
}

function notesOf(rows: readonly CountryRow[], measure: Measure): string[] {
  const notes = [t(`video-detail:map.${measure}`)]
  if (measure === 'price' && rows.some(({ views }) => views < comparableViews))
    notes.push(t('video-detail:map.fewViews', { count: comparableViews }))
  if (rows.some(({ country }) => country === unknownCountry)) notes.push(t('video-detail:map.unknown'))
  return notes
}

function written({ views, profit, price }: CountryRow, measure: Measure, currency: Currency): string {
  if (measure === 'views') return formatNumber(views, locale())
  if (measure === 'profit') return formatMoney(profit, currency, locale())
  return formatPrice(price, currency, locale())
}
