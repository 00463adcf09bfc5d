import { type ReactNode, useMemo, useState } from 'react'
import type { Currency } from '#contract/platform/params.ts'
import type { VideoDetail } from '#contract/reports/video-detail.ts'
import { SegmentedControl } from '#islands/kit/forms/SegmentedControl.tsx'
import { DetailSection } from '#islands/reports/detail/section/DetailSection.tsx'
import { unknownCountry } from '#lib/format/countries.ts'
import { formatPrice } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './CountriesSection.module.css'
import { CountryReadout, describeCountry } from './CountryReadout.tsx'
import { CountryShares } from './CountryShares.tsx'
import { CountryTable } from './CountryTable.tsx'
import {
  type CountryRow,
  computeBars,
  computeBubbles,
  computeSlices,
  countryTexts,
  type Measure,
  measures,
  minViewsForPrice,
  toCountryRows,
} from './country-rows.ts'
import { getShapeProps, getSliderProps, type Pointing, usePointing } from './pointing.ts'
import { mapSize } from './projection.ts'

interface CountriesSectionProps {
  detail: Pick<VideoDetail, 'countries' | 'currency'>
  actions?: ReactNode
  level?: 'h2' | 'h3'
}

export function CountriesSection({
  detail: { countries, currency },
  actions,
  level = 'h3',
}: CountriesSectionProps) {
  const [measure, setMeasure] = useState<Measure>('views')
  const pointing = usePointing()
  const rows = useMemo(() => toCountryRows(countries, locale()), [countries])
  const parts = measure === 'price' ? computeBars(rows) : computeSlices(rows, measure)
  const namedCountries = new Set(parts.flatMap(({ row }) => (row ? [row.country] : [])))
  const others = rows.filter(({ country }) => !namedCountries.has(country))
  const describe = (id: string) => describeCountry(id, { rows, others, currency })
  const measureControl = (
    <SegmentedControl
      label={t('video-detail:countries.measure')}
      value={measure}
      options={measures.map((value) => ({ value, label: t(countryTexts[value]) }))}
      onChange={setMeasure}
    />
  )
  if (rows.length === 0) {
    return (
      <DetailSection level={level} title={t('video-detail:countries.title')}>
        <p className="note">{t('video-detail:countries.none')}</p>
      </DetailSection>
    )
  }
  return (
    <DetailSection level={level} title={t('video-detail:countries.title')} actions={measureControl}>
      <div className={styles.drawings}>
        {measure === 'price' ? (
          <PriceBars rows={rows} currency={currency} pointing={pointing} />
        ) : (
          <CountryShares
            rows={rows}
            measure={measure}
            currency={currency}
            pointing={pointing}
            describe={describe}
          />
        )}
        <WorldMap
          rows={rows}
          measure={measure}
          namedCountries={namedCountries}
          pointing={pointing}
          describe={describe}
        />
        <CountryReadout text={pointing.pointed === null ? null : describe(pointing.pointed)} />
      </div>
      <CountryTable rows={rows} currency={currency} pointed={pointing.pointed} actions={actions} />
    </DetailSection>
  )
}

/** Prices do not add up, so they have bars instead of a doughnut. */
interface PriceBarsProps {
  rows: readonly CountryRow[]
  currency: Currency
  pointing: Pointing
}

function PriceBars({ rows, currency, pointing }: PriceBarsProps) {
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

interface WorldMapProps {
  rows: readonly CountryRow[]
  measure: Measure
  namedCountries: ReadonlySet<string>
  pointing: Pointing
  describe: (id: string) => string
}

function WorldMap({ rows, measure, namedCountries, pointing, describe }: WorldMapProps) {
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
