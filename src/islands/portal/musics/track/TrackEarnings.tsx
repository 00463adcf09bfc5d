import { useStore } from '@nanostores/react'
import { type ReactNode, useMemo } from 'react'
import type { Music } from '#contract/reports/tracks.ts'
import { TrendChart, TrendSkeleton } from '#islands/kit/charts/TrendChart.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import countries from '#islands/reports/dashboard/CountriesPanel.module.css'
import { CountriesSkeleton } from '#islands/reports/dashboard/CountriesPanel.tsx'
import { CountriesSection } from '#islands/reports/detail/countries/CountriesSection.tsx'
import { IncompleteDaysNote } from '#islands/reports/metrics/IncompleteDaysNote.tsx'
import { GrainControl, useMetricTrend } from '#islands/reports/metrics/MetricChart.tsx'
import { afterTrends } from '#islands/reports/state/after-trends.ts'
import { showSixMonths } from '#islands/reports/state/store.ts'
import { pickTime } from '#islands/reports/state/time.ts'
import type { DisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { isSameKey } from '#lib/api/query.ts'
import { t } from '#lib/i18n/strings.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import { trackReport } from './store.ts'
import { TrackAnswer } from './TrackAnswer.tsx'
import styles from './TrackPage.module.css'
import { NextVideo } from './TrackUse.tsx'
import { TrackVideos, TrackVideosSkeleton } from './TrackVideos.tsx'

const noProps = {}

/** Loads and renders after the charts, because it is below the fold. */
const lazySimilarTracks = lazyComponent(async () => {
  await Promise.all([afterTrends(trackReport), afterTrends()])
  return (await import('./SimilarTracks.tsx')).SimilarTracks
})

interface TrackEarningsProps {
  music: Music | null
  head: ReactNode
}

/** Shows what the track earned, by day, video and country. */
export function TrackEarnings({ music, head }: TrackEarningsProps) {
  const { result, stale, error } = useDisplayedTrack()
  const shown = useMemo(() => toDisplayed(result), [result])
  const report = result?.data.report ?? null
  const isUnused = result !== null && (report === null || report.videoCount === 0)
  return (
    <div
      className={styles.sections}
      aria-busy={stale || (!result && !error)}
      data-stale={(stale && result !== null) || undefined}
    >
      <section className={styles.answer}>
        {head}
        {error && !result ? (
          <LoadFailure title={t('track:failed.report')} error={error} onRetry={trackReport.reload} />
        ) : isUnused ? (
          <Unused isLongest={result.key.period === 'six-months' || report === null} />
        ) : (
          <>
            <TrackAnswer report={report} shown={shown} />
            <div className={styles.chart}>
              {shown ? (
                <EarningsChart shown={shown} />
              ) : (
                <TrendSkeleton title={t('reports:chart.profit')} controls />
              )}
            </div>
          </>
        )}
      </section>
      {!isUnused && !error && (
        <>
          {report && shown ? (
            <TrackVideos report={report} currency={shown.currency} />
          ) : (
            <TrackVideosSkeleton />
          )}
          {report && shown ? (
            <div className={`${countries.countries} ${styles.wide}`}>
              <CountriesSection
                level="h2"
                detail={{ countries: report.countries, currency: shown.currency }}
              />
            </div>
          ) : (
            <div className={styles.wide}>
              <CountriesSkeleton />
            </div>
          )}
        </>
      )}
      <NextVideo music={music} />
      <Lazy component={lazySimilarTracks} props={noProps} />
    </div>
  )
}

type Result = NonNullable<ReturnType<typeof trackReport.$state.get>['result']>

/** The figures of another period stay until the requested ones arrive; those of another track or member never do. */
function useDisplayedTrack() {
  const { key, result, error } = useStore(trackReport.$state)
  const stale = result !== null && !isSameKey(result.key, key)
  const isSame =
    result !== null && key !== null && result.key.music === key.music && result.key.member === key.member
  return { result: isSame && !(stale && error) ? result : null, stale, error }
}

/** The chart of the dashboard draws the report of a track as well. */
function toDisplayed(result: Result | null): DisplayedReport | null {
  if (!result?.data.report) return null
  const { key, data } = result
  return {
    report: { ...result.data.report, lastDays: null, forecast: null, target: null },
    currency: data.currency,
    time: pickTime(key),
    member: key.member,
    tag: undefined,
    channel: undefined,
  }
}

function EarningsChart({ shown }: { shown: DisplayedReport }) {
  const { range, incompleteDays } = shown.report
  const { grain, chart } = useMetricTrend(shown, 'profit')
  return (
    <>
      <TrendChart
        {...chart}
        actions={range.from !== range.to && <GrainControl grain={grain} shown={shown} />}
      />
      <IncompleteDaysNote days={incompleteDays} />
    </>
  )
}

const Unused = ({ isLongest }: { isLongest: boolean }) => (
  <div className={styles.unused}>
    <Message
      title={t(isLongest ? 'track:unused.title' : 'track:unused.period')}
      text={t('track:unused.text')}
    >
      {!isLongest && <Button onClick={showSixMonths}>{t('reports:empty.sixMonths')}</Button>}
    </Message>
  </div>
)
