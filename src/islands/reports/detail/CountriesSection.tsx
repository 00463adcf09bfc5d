import { type ReactNode, useMemo, useState } from 'react'
import type { VideoDetail } from '#contract/video-detail.ts'
import { SegmentedControl } from '#islands/forms/SegmentedControl.tsx'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './CountriesSection.module.css'
import { CountryShares } from './CountryShares.tsx'
import { CountryTable } from './CountryTable.tsx'
import { computeBars, computeSlices, type Measure, measures, toCountryRows } from './country-rows.ts'
import { DetailSection } from './DetailSection.tsx'
import { PriceBars } from './PriceBars.tsx'
import { WorldMap } from './WorldMap.tsx'

interface CountriesSectionProps {
  detail: VideoDetail
  actions?: ReactNode
}

export function CountriesSection({ detail: { countries, currency }, actions }: CountriesSectionProps) {
  const [measure, setMeasure] = useState<Measure>('views')
  const rows = useMemo(() => toCountryRows(countries, locale()), [countries])
  const parts = measure === 'price' ? computeBars(rows) : computeSlices(rows, measure)
  const namedCountries = new Set(parts.flatMap(({ row }) => (row ? [row.country] : [])))
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
      <DetailSection title={t('video-detail:countries.title')}>
        <p className="note">{t('video-detail:countries.none')}</p>
      </DetailSection>
    )
  }
  return (
    <DetailSection title={t('video-detail:countries.title')} actions={measureControl}>
      <div className={styles.drawings}>
        {measure === 'price' ? (
          <PriceBars rows={rows} currency={currency} />
        ) : (
          <CountryShares rows={rows} measure={measure} currency={currency} />
        )}
        <WorldMap rows={rows} measure={measure} currency={currency} namedCountries={namedCountries} />
      </div>
      <CountryTable rows={rows} currency={currency} actions={actions} />
    </DetailSection>
  )
}
