import { type ReactNode, useMemo, useState } from 'react'
import type { Currency } from '#contract/platform/params.ts'
import type { VideoDetail } from '#contract/reports/video-detail.ts'
import { SegmentedControl } from '#islands/kit/forms/SegmentedControl.tsx'
import { DetailSection } from '#islands/reports/detail/section/DetailSection.tsx'
import { formatPrice } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './CountriesSection.module.css'
import { CountryReadout, describeCountry } from './CountryReadout.tsx'
import { CountryShares } from './CountryShares.tsx'
import { CountryTable } from './CountryTable.tsx'
import {
  type CountryRow,
  computeBars,
  computeSlices,
  type Measure,
  measures,
  toCountryRows,
} from './country-rows.ts'
import { getShapeProps, type Pointing, usePointing } from './pointing.ts'
import { WorldMap } from './WorldMap.tsx'

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
      options={measures.map((value) => ({ value, label: t(`video-detail:countries.${value}`) }))}
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

/** Prices do not add up, so bars instead of a doughnut. */
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
