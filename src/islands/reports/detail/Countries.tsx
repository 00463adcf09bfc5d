import { type ReactNode, useMemo, useState } from 'react'
import type { VideoDetail } from '#contract/video-detail.ts'
import { locale, t } from '#lib/strings.ts'
import { Segmented } from '#shared/Segmented.tsx'
import styles from './Countries.module.css'
import { CountryShares } from './CountryShares.tsx'
import { CountryTable } from './CountryTable.tsx'
import { barsOf, type Measure, measures, rowsOf, slicesOf } from './country-rows.ts'
import { PriceBars } from './PriceBars.tsx'
import { Section } from './Section.tsx'
import { WorldMap } from './WorldMap.tsx'

interface CountriesProps {
  detail: VideoDetail
  /** Beside the table, such as its export. */
  actions?: ReactNode
}

/** Where the views, the profit and the prices come from. */
export function Countries({ detail: { countries, currency }, actions }: CountriesProps) {
  const [measure, setMeasure] = useState<Measure>('views')
  const rows = useMemo(() => rowsOf(countries, locale()), [countries])
  const parts = measure === 'price' ? barsOf(rows) : slicesOf(rows, measure)
  const named = new Set(parts.flatMap(({ row }) => (row ? [row.country] : [])))
  const choice = (
    <Segmented
      label={t('video-detail:countries.measure')}
      value={measure}
      options={measures.map((value) => ({ value, label: t(`video-detail:countries.${value}`) }))}
      onChange={setMeasure}
    />
  )
  if (rows.length === 0) {
    return (
      <Section title={t('video-detail:countries.title')}>
        <p className={styles.none}>{t('video-detail:countries.none')}</p>
      </Section>
    )
  }
  return (
    <Section title={t('video-detail:countries.title')} actions={choice}>
      <div className={styles.drawings}>
        {measure === 'price' ? (
          <PriceBars rows={rows} currency={currency} />
        ) : (
          <CountryShares rows={rows} measure={measure} currency={currency} />
        )}
        <WorldMap rows={rows} measure={measure} currency={currency} named={named} />
      </div>
      <CountryTable rows={rows} currency={currency} actions={actions} />
    </Section>
  )
}
