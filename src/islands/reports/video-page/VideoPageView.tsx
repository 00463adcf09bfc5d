import { useStore } from '@nanostores/react'
import { getProfit } from '#contract/reports/reports.ts'
import type { VideoDetail } from '#contract/reports/video-detail.ts'
import type { VideoRow } from '#contract/reports/videos.ts'
import { useFocusOnNavigation, usePageTitle } from '#islands/kit/hooks/use-item-page.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import countries from '#islands/reports/dashboard/CountriesPanel.module.css'
import { CountriesSkeleton } from '#islands/reports/dashboard/CountriesPanel.tsx'
import { CountriesSection } from '#islands/reports/detail/countries/CountriesSection.tsx'
import { ExportCountries } from '#islands/reports/detail/DetailContent.tsx'
import { ItemBar } from '#islands/reports/frame/ItemBar.tsx'
import page from '#islands/reports/frame/ItemPage.module.css'
import { LateNote } from '#islands/reports/frame/LateNote.tsx'
import { NeighborLinks } from '#islands/reports/frame/NeighborLinks.tsx'
import { PrintSummary } from '#islands/reports/frame/PrintSummary.tsx'
import { RangeNote } from '#islands/reports/frame/RangeNote.tsx'
import { IncompleteDaysNote } from '#islands/reports/metrics/IncompleteDaysNote.tsx'
import { $filter } from '#islands/reports/state/filter.ts'
import { findNeighbors, listParam } from '#islands/reports/state/neighbors.ts'
import { showSixMonths } from '#islands/reports/state/store.ts'
import { pickTime } from '#islands/reports/state/time.ts'
import { buildVideoHref, videoPagePath } from '#islands/reports/video-list/video-link.ts'
import { isSameKey } from '#lib/api/query.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { buildReportPath, pickParams } from '#lib/navigation/report-path.ts'
import { $params } from '#lib/navigation/router.ts'
import { CurveCard } from './CurveCard.tsx'
import { DailyViews } from './DailyViews.tsx'
import { $pageVideoId, detail, list } from './store.ts'
import { TracksCard } from './TracksCard.tsx'
import { VideoAnswer } from './VideoAnswer.tsx'
import styles from './VideoPage.module.css'
import { WatchRates } from './WatchRates.tsx'

export function VideoPageView() {
  const shown = useDisplayedVideo()
  usePageTitle(shown.result?.data.video.title ?? null)
  const heading = useFocusOnNavigation($pageVideoId)
  return (
    <div className={page.page}>
      <ItemBar path={videoPagePath} label={t('shell:views.report-video')}>
        {shown.result && <VideoNeighbors video={shown.result.data.video} />}
      </ItemBar>
      <PrintSummary />
      <RangeNote />
      <LateNote />
      <VideoBody shown={shown} heading={heading} />
    </div>
  )
}

type VideoResult = NonNullable<ReturnType<typeof detail.$state.get>['result']>

/** The figures of another period stay until the requested ones arrive; those of another video never do. */
function useDisplayedVideo() {
  const { key, result, error } = useStore(detail.$state)
  const isMissing = useStore($pageVideoId) === null || error?.code === 'not_found'
  const stale = result !== null && !isSameKey(result.key, key)
  const isSameVideo =
    result !== null &&
    key !== null &&
    result.key.video === key.video &&
    result.key.channel === key.channel &&
    result.key.member === key.member
  return {
    result: isSameVideo && !isMissing && !(stale && error) ? (result as VideoResult) : null,
    stale,
    isMissing,
    error,
  }
}

interface VideoBodyProps {
  shown: ReturnType<typeof useDisplayedVideo>
  heading: ReturnType<typeof useFocusOnNavigation>
}

function VideoBody({ shown: { result, stale, isMissing, error }, heading }: VideoBodyProps) {
  if (isMissing) return <MissingVideo heading={heading} />
  if (error && !result) {
    return (
      <section className={`card center ${page.message}`}>
        <h1 ref={heading} tabIndex={-1} className="visually-hidden">
          {t('shell:views.video')}
        </h1>
        <LoadFailure title={t('video-page:failed')} error={error} onRetry={detail.reload} />
      </section>
    )
  }
  return (
    <div
      className={page.page}
      aria-busy={stale || !result}
      data-stale={(stale && result !== null) || undefined}
    >
      {!result && (
        <p className="visually-hidden" role="status">
          {t('video-page:loading')}
        </p>
      )}
      <VideoAnswer detail={result?.data ?? null} time={result && pickTime(result.key)} heading={heading} />
      <Sections result={result} />
    </div>
  )
}

const isEmpty = ({ totals, countries }: VideoDetail) =>
  totals.views === 0 && getProfit(totals) === 0 && countries.length === 0

function Sections({ result }: { result: VideoResult | null }) {
  if (result && isEmpty(result.data)) {
    return (
      <>
        <section className="card">
          <Message title={t('video-page:empty.title')} text={t('video-page:empty.text')}>
            {result.key.period !== 'six-months' && (
              <Button onClick={showSixMonths}>{t('reports:empty.sixMonths')}</Button>
            )}
          </Message>
        </section>
        <div className={styles.charts}>
          <CurveCard detail={result.data} />
          <TracksCard detail={result.data} />
        </div>
      </>
    )
  }
  return (
    <>
      <div className={styles.charts}>
        <CurveCard detail={result?.data ?? null} />
        <div>
          <DailyViews detail={result?.data ?? null} />
          {result && <IncompleteDaysNote days={result.data.incompleteDays} />}
        </div>
      </div>
      <div className={styles.charts}>
        <WatchRates detail={result?.data ?? null} />
        <TracksCard detail={result?.data ?? null} />
      </div>
      {result ? (
        <div className={countries.countries}>
          <CountriesSection
            level="h2"
            detail={result.data}
            actions={<ExportCountries detail={result.data} time={pickTime(result.key)} />}
          />
        </div>
      ) : (
        <CountriesSkeleton />
      )}
    </>
  )
}

function MissingVideo({ heading }: Pick<VideoBodyProps, 'heading'>) {
  const params = useStore($params)
  return (
    <section className={`card center ${page.message}`}>
      <h1 ref={heading} tabIndex={-1} className="visually-hidden">
        {t('shell:views.video')}
      </h1>
      <Message failed title={t('video-detail:notFound.title')} text={t('video-page:notFound.text')}>
        <a className="button" href={localizePath(buildReportPath(videoPagePath, params), locale())}>
          {t('video-page:notFound.back')}
        </a>
      </Message>
    </section>
  )
}

/** Links to the videos before and after this one in the list that it was opened from. */
function VideoNeighbors({ video }: Pick<VideoDetail, 'video'>) {
  const { key, result } = useStore(list.$state)
  const { sort, order } = useStore($filter)
  const params = useStore($params)
  const isThis = (row: VideoRow) => row.videoId === video.videoId && row.channelId === video.channelId
  const found = result && isSameKey(result.key, key) && findNeighbors(result.data.videos, isThis)
  if (!found) return null
  const query = buildReportPath('', params, pickParams(params, ['sort', 'order', listParam])).slice(1)
  const toNeighbor = (row: VideoRow | null) =>
    row && { name: row.title ?? t('reports:videos.untitled'), href: buildVideoHref(row, query) }
  return (
    <NeighborLinks
      neighbors={{ ...found, previous: toNeighbor(found.previous), next: toNeighbor(found.next) }}
      sort={`${sort}-${order}`}
      texts={{
        label: t('video-page:neighbors'),
        previous: t('video-page:previous'),
        next: t('video-page:next'),
      }}
    />
  )
}
