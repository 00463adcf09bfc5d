import { useStore } from '@nanostores/react'
import { exportScopeCountries } from '#contract/reports/countries.ts'
import { ExportButton } from '#islands/kit/ui/ExportButton.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { CountriesSection } from '#islands/reports/detail/countries/CountriesSection.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './CountriesPanel.module.css'
import type { CountriesQuery } from './countries.ts'

/** The figures of another period stay until the requested ones arrive; those of another channel, member or tag never do. */
export function CountriesPanel({ query }: { query: CountriesQuery }) {
  const { key, result: latest, error } = useStore(query.$state)
  const stale = latest !== null && !isSameKey(latest.key, key)
  const isSameScope = (['member', 'tag', 'channel'] as const).every(
    (name) => latest?.key[name] === key?.[name],
  )
  const result = isSameScope && !(stale && error) ? latest : null
  if (error && !result) {
    return (
      <section className="card">
        <LoadFailure title={t('video-detail:countries.failed')} error={error} onRetry={query.reload} />
      </section>
    )
  }
  if (!result) return <CountriesSkeleton />
  const { currency, report } = result.data
  if (!report) return null
  const { caller: _, ...asked } = result.key
  return (
    <div className={styles.countries} aria-busy={stale} data-stale={stale || undefined}>
      <CountriesSection
        level="h2"
        detail={{ countries: report.countries, currency }}
        actions={
          <ExportButton
            endpoint={exportScopeCountries}
            query={asked}
            table={t('video-detail:countries.title')}
          />
        }
      />
    </div>
  )
}

export const CountriesSkeleton = () => (
  <div className={styles.countries} aria-hidden="true">
    <h2>{t('video-detail:countries.title')}</h2>
    <Skeleton height="560px" />
  </div>
)
