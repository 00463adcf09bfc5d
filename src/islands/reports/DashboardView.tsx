import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Lazy } from '#islands/ui/Lazy.tsx'
import { Nearby } from '#islands/ui/Nearby.tsx'
import { Skeleton } from '#islands/ui/Skeleton.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { t } from '#lib/i18n/strings.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import { notify } from '#lib/page/snackbars.ts'
import { afterTrends } from './after-trends.ts'
import { BreakdownSkeleton } from './breakdown/BreakdownSkeleton.tsx'
import { networkCountries } from './countries.ts'
import { EmptyReport } from './EmptyReport.tsx'
import { lazyBreakdown } from './lazy-breakdown.ts'
import { lazyCountries } from './lazy-countries.ts'
import styles from './Report.module.css'
import { ReportHeader } from './ReportHeader.tsx'
import { ReportSection } from './ReportSection.tsx'
import { report } from './store.ts'
import { useIsMemberMissing } from './use-is-member-missing.ts'
import { VideosSkeleton } from './VideosSkeleton.tsx'

/** Below the fold: loads and renders after the charts. */
const lazyVideosSection = lazyComponent(async () => {
  await afterTrends()
  return (await import('./VideosSection.tsx')).VideosSection
})
const noProps = {}
const countriesProps = { query: networkCountries }
const countriesPlaceholder = <Skeleton height="620px" />

export function DashboardView() {
  const { key, result, error } = useStore(report.$state)
  useEffect(() => {
    if (error && result && isSameKey(result.key, key)) notify('error', t('reports:failed.stale'))
  }, [key, result, error])
  const isMemberMissing = useIsMemberMissing(error)
  const empty = result?.data.report === null && error === null
  return (
    <div className={styles.view}>
      <ReportHeader title={t('reports:title')} />
      {empty || isMemberMissing ? (
        <EmptyReport isMemberMissing={isMemberMissing} />
      ) : (
        <>
          <ReportSection />
          <Lazy component={lazyBreakdown} props={noProps} fallback={<BreakdownSkeleton />} />
          <Lazy component={lazyVideosSection} props={noProps} fallback={<VideosSkeleton />} />
          <Nearby fallback={countriesPlaceholder}>
            <Lazy component={lazyCountries} props={countriesProps} fallback={countriesPlaceholder} />
          </Nearby>
        </>
      )}
    </div>
  )
}
