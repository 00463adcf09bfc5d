import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { Nearby } from '#islands/kit/ui/Nearby.tsx'
import { BreakdownSkeleton } from '#islands/reports/breakdown/BreakdownSkeleton.tsx'
import styles from '#islands/reports/frame/Report.module.css'
import { ReportHeader } from '#islands/reports/frame/ReportHeader.tsx'
import { report } from '#islands/reports/state/store.ts'
import { useIsMemberMissing } from '#islands/reports/state/use-is-member-missing.ts'
import { isSameKey } from '#lib/api/query.ts'
import { t } from '#lib/i18n/strings.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import { notify } from '#lib/page/snackbars.ts'
import { afterTrends } from './after-trends.ts'
import { networkCountries } from './countries.ts'
import { EmptyReport } from './EmptyReport.tsx'
import { lazyBreakdown } from './lazy-breakdown.ts'
import { lazyCountries } from './lazy-countries.ts'
import { ReportSection } from './ReportSection.tsx'
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
