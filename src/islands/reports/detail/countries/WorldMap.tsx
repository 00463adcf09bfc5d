import { unknownCountry } from '#lib/format/countries.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './CountriesSection.module.css'
import { type CountryRow, computeBubbles, type Measure, minViewsForPrice } from './country-rows.ts'
import { getShapeProps, getSliderProps, type Pointing } from './pointing.ts'
import { mapSize } from './projection.ts'

interface WorldMapProps {
  rows: readonly CountryRow[]
  measure: Measure
  namedCountries: ReadonlySet<string>
  pointing: Pointing
  describe: (id: string) => string
}

export function WorldMap({ rows, measure, namedCountries, pointing, describe }: WorldMapProps) {
  const bubbles = computeBubbles(rows, measure, namedCountries)
  const label = t('video-detail:map.keys')
  const slider = { label, ids: bubbles.map(({ row }) => row.country), describe }
  return (
    <figure className={`min-0 ${styles.map}`}>
      <div className="rounded" {...(bubbles.length > 0 && getSliderProps(slider, pointing))}>
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
              {...getShapeProps(row.country, pointing)}
            />
          ))}
        </svg>
      </div>
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
