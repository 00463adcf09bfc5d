import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { User } from '#contract/people/session.ts'
import list from '#islands/kit/tables/ListSection.module.css'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { Nearby } from '#islands/kit/ui/Nearby.tsx'
import { BreakdownSkeleton } from '#islands/reports/breakdown/BreakdownSkeleton.tsx'
import styles from '#islands/reports/frame/Report.module.css'
import { ReportHeader } from '#islands/reports/frame/ReportHeader.tsx'
import { afterTrends } from '#islands/reports/state/after-trends.ts'
import { report } from '#islands/reports/state/store.ts'
import { useDisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { VideoListSkeleton } from '#islands/reports/video-list/VideoListSkeleton.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { $seesNetwork, $user } from '#lib/api/session.ts'
import { loadStrings } from '#lib/i18n/load-strings.ts'
import { t } from '#lib/i18n/strings.ts'
import { navigate } from '#lib/navigation/router.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import { notify } from '#lib/page/snackbars.ts'
import { Answer, AnswerSkeleton } from './Answer.tsx'
import { networkCountries } from './countries.ts'
import { EmptyReport } from './EmptyReport.tsx'
import { LatestDayCards } from './latest-day/LatestDayCards.tsx'
import { networkLatestDay } from './latest-day/latest-day.ts'
import { PaydaySkeleton } from './payday/PaydaySkeleton.tsx'
import { SecondTrendSkeleton } from './SecondTrendSkeleton.tsx'
import { useMissingFilter } from './use-missing-filter.ts'

/** Draws after the first chart, because it is below the fold. */
const lazySecondTrend = lazyComponent(async () => {
  await afterTrends()
  return (await import('./SecondTrend.tsx')).SecondTrend
})

/** Loads and renders after the charts, because it is below the fold. */
const lazyVideosSection = lazyComponent(async () => {
  await afterTrends()
  return (await import('./VideosSection.tsx')).VideosSection
})
const noProps = {}
const countriesProps = { query: networkCountries }
const countriesPlaceholder = <Skeleton height="620px" />

/** Who looks after channels only begins there. */
function leaveWithoutFigures(user: User | null): void {
  const hasFigures = user?.roles.includes('member') || user?.permissions.includes('figures.read')
  if (user && user.roles.length > 0 && !hasFigures) navigate('/manage-channel', { replace: true })
}

export function DashboardView() {
  const { key, result, error } = useStore(report.$state)
  useEffect(() => {
    if (error && result && isSameKey(result.key, key)) notify('error', t('reports:failed.stale'))
  }, [key, result, error])
  useEffect(() => $user.subscribe(leaveWithoutFigures), [])
  const missing = useMissingFilter(error)
  const empty = result?.data.report === null && error === null
  return (
    <div className={styles.view}>
      <ReportHeader title={t('shell:views.dashboard')} />
      {empty || missing ? (
        <EmptyReport missing={missing} hasSteps />
      ) : (
        <>
          <LatestDayCards query={networkLatestDay} className={styles.early}>
            <OwnPayday />
          </LatestDayCards>
          <ReportSection />
          <Lazy component={lazySecondTrend} props={noProps} fallback={<SecondTrendSkeleton />} />
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

/** Loads and renders after the charts, because it is below the fold. */
const lazyBreakdown = lazyComponent(async () => {
  await afterTrends()
  const [{ Breakdown }] = await Promise.all([
    import('#islands/reports/breakdown/Breakdown.tsx'),
    loadStrings('breakdown'),
  ])
  return Breakdown
})

/** Loads the map's code and texts late, because it is far below the fold. */
const lazyCountries = lazyComponent(async () => {
  const [{ CountriesPanel }] = await Promise.all([
    import('./CountriesPanel.tsx'),
    loadStrings('video-detail'),
  ])
  return CountriesPanel
})

/** Loads and renders after the first chart. Networks are paid by their members’ fees, so managers have no such card. */
const lazyPayday = lazyComponent(async () => {
  await afterTrends()
  const [{ PaydayCard }] = await Promise.all([
    import('./payday/PaydayCard.tsx'),
    loadStrings('payday'),
    loadStrings('payout'),
  ])
  return PaydayCard
})

const OwnPayday = () =>
  useStore($seesNetwork, { ssr: () => false }) ? null : (
    <div data-audience="member">
      <Lazy component={lazyPayday} props={noProps} fallback={<PaydaySkeleton />} />
    </div>
  )

function ReportSection() {
  const { shown, stale, error } = useDisplayedReport()
  if (shown) {
    return (
      <div className={styles.report} aria-busy={stale} data-stale={stale || undefined}>
        <Answer shown={shown} />
      </div>
    )
  }
  return (
    <div className={styles.report} aria-busy={error === null} data-failed={error !== null || undefined}>
      <AnswerSkeleton />
      {error ? (
        <div className={styles.overlay}>
          <LoadFailure title={t('reports:failed.totals')} error={error} onRetry={report.reload} />
        </div>
      ) : (
        <p className="visually-hidden" role="status">
          {t('common:loading')}
        </p>
      )}
    </div>
  )
}

/** Matches the height of `VideosSection` until that has loaded. */
const VideosSkeleton = () => (
  <section className="card" aria-busy="true">
    <div className={list.head}>
      <h2>{t('reports:videos.title')}</h2>
      <p />
      <div className={list.controls}>
        <Skeleton width="240px" height="40px" />
      </div>
    </div>
    <VideoListSkeleton />
  </section>
)
