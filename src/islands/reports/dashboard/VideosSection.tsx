import { useStore } from '@nanostores/react'
import { useDeferredValue, useRef } from 'react'
import { videoPageSize } from '#contract/reports/reports.ts'
import { exportVideos } from '#contract/reports/videos.ts'
import { ColumnMenu } from '#islands/kit/tables/columns/ColumnMenu.tsx'
import { Pager } from '#islands/kit/tables/Pager.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { ExportButton } from '#islands/kit/ui/ExportButton.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import styles from '#islands/reports/frame/Report.module.css'
import { formatVideoCount } from '#islands/reports/metrics/format-count.ts'
import { $filter } from '#islands/reports/state/filter.ts'
import { videos, videoTotals } from '#islands/reports/state/listed-videos.ts'
import {
  formatPosition,
  showFirstPage,
  showNextPage,
  showPreviousPage,
} from '#islands/reports/state/paging.ts'
import { showSixMonths } from '#islands/reports/state/store.ts'
import { pickTime } from '#islands/reports/state/time.ts'
import { useVideoTotals } from '#islands/reports/state/use-video-totals.ts'
import { VideoList } from '#islands/reports/video-list/VideoList.tsx'
import { VideoListSkeleton } from '#islands/reports/video-list/VideoListSkeleton.tsx'
import { VideoSortSelect } from '#islands/reports/video-list/VideoSortSelect.tsx'
import { getColumnLabel } from '#islands/reports/video-list/video-columns.tsx'
import { videoColumnChoice } from '#islands/reports/video-list/video-table-columns.ts'
import { useVideoTrends, VideoTrendsContext } from '#islands/reports/video-list/video-trends.ts'
import type { ApiError } from '#lib/api/call.ts'
import { isSameKey } from '#lib/api/query.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $screenClass } from '#lib/page/screen-class.ts'
import { AllVideosLink } from './AllVideosLink.tsx'

/** Phones show the rest on a separate screen. */
const videosOnMobile = 10

export function VideosSection() {
  const { key, result: latestResult, error } = useStore(videos.$state)
  const result = useDeferredValue(latestResult, null)
  const stale = result !== null && !isSameKey(result.key, key)
  const heading = useRef<HTMLHeadingElement>(null)
  const range = result?.data.range
  const totals = useVideoTotals(videoTotals)
  function scrollToTop() {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <section className="card" aria-busy={stale || (result === null && error === null)}>
      <div className={styles.listHead}>
        <div className="wrap items-baseline gap-2">
          <h2 ref={heading} id="videos-title" tabIndex={-1}>
            {t('reports:videos.title')}
          </h2>
          {range && (
            <p className="note">
              {formatDayRange(range.from, range.to, locale())}
              {totals && ` · ${formatVideoCount(totals.total)}`}
            </p>
          )}
        </div>
        <div className={`row justify-end gap-2 min-0 ${styles.listControls}`}>
          <VideoSortSelect />
          <ColumnMenu choice={videoColumnChoice} label={getColumnLabel} />
          <ExportVideos />
        </div>
      </div>
      <div data-stale={(stale && error === null) || undefined}>
        <VideosBody result={result} error={error} stale={stale} onPageChange={scrollToTop} />
      </div>
    </section>
  )
}

function ExportVideos() {
  const { member, sort, order, ...filter } = useStore($filter)
  const columns = useStore(videoColumnChoice.$wanted).join()
  const query = { ...pickTime(filter), member, sort, order, columns }
  return <ExportButton endpoint={exportVideos} query={query} table={t('reports:videos.title')} />
}

interface VideosBodyProps {
  result: ReturnType<typeof videos.$state.get>['result']
  error: ApiError | null
  stale: boolean
  onPageChange: () => void
}

function VideosBody({ result, error, stale, onPageChange }: VideosBodyProps) {
  const { cursor } = useStore($filter)
  if (error && (stale || result === null)) {
    return (
      <LoadFailure title={t('reports:failed.videos')} text={error.message} onRetry={videos.reload}>
        {cursor && <Button onClick={showFirstPage}>{t('common:pages.first')}</Button>}
      </LoadFailure>
    )
  }
  if (result === null) return <VideoListSkeleton />
  return <LoadedVideos result={result} stale={stale} onPageChange={onPageChange} />
}

interface LoadedVideosProps extends Pick<VideosBodyProps, 'stale' | 'onPageChange'> {
  result: NonNullable<VideosBodyProps['result']>
}

function LoadedVideos({ result, stale, onPageChange }: LoadedVideosProps) {
  const { cursor } = useStore($filter)
  const { data, key } = result
  const trends = useVideoTrends(
    { ...pickTime(key), member: key.member },
    JSON.stringify([key, data.revision]),
    data.videos,
  )
  const totals = useVideoTotals(videoTotals)
  const next = data.nextCursor
  const isMobile = useStore($screenClass) === 'mobile'
  const changePage = (page: () => void) => {
    page()
    onPageChange()
  }
  if (data.videos.length === 0) return <NoVideos cursor={key.cursor} period={key.period} />
  if (isMobile && !cursor && (next || data.videos.length > videosOnMobile)) {
    return (
      <>
        <VideoList page={{ ...data, videos: data.videos.slice(0, videosOnMobile) }} totals={totals} />
        <AllVideosLink text={t('reports:videos.all')} />
      </>
    )
  }
  return (
    <>
      <VideoTrendsContext value={trends}>
        <VideoList page={data} totals={totals} />
      </VideoTrendsContext>
      <Pager
        label={t('reports:videos.pages')}
        position={formatPosition({ rows: data.videos.length, total: totals?.total, size: videoPageSize })}
        onPrevious={cursor ? () => changePage(showPreviousPage) : undefined}
        onNext={next && !stale ? () => changePage(() => showNextPage(next)) : undefined}
      />
    </>
  )
}

function NoVideos({ cursor, period }: { cursor: string | undefined; period: string }) {
  if (cursor) {
    return (
      <Message title={t('reports:empty.pastEnd')} text="">
        <Button onClick={showFirstPage}>{t('common:pages.first')}</Button>
      </Message>
    )
  }
  const isLongestPeriod = period === 'six-months'
  return (
    <Message title={t('reports:empty.videos')} text={isLongestPeriod ? '' : t('reports:empty.videosNext')}>
      {!isLongestPeriod && <Button onClick={showSixMonths}>{t('reports:empty.sixMonths')}</Button>}
    </Message>
  )
}
