import { useStore } from '@nanostores/react'
import { useDeferredValue } from 'react'
import { videoPageSize } from '#contract/reports/reports.ts'
import { ListSection } from '#islands/kit/tables/ListSection.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { formatVideoCount } from '#islands/reports/metrics/format-count.ts'
import { $filter, pickListScope } from '#islands/reports/state/filter.ts'
import { videos, videoTotals } from '#islands/reports/state/listed-videos.ts'
import {
  formatPosition,
  showFirstPage,
  showNextPage,
  showPreviousPage,
} from '#islands/reports/state/paging.ts'
import { pickTime } from '#islands/reports/state/time.ts'
import { useVideoTotals } from '#islands/reports/state/use-video-totals.ts'
import { NoVideos } from '#islands/reports/video-list/NoVideos.tsx'
import { VideoControls } from '#islands/reports/video-list/VideoControls.tsx'
import { VideoList } from '#islands/reports/video-list/VideoList.tsx'
import { VideoListSkeleton } from '#islands/reports/video-list/VideoListSkeleton.tsx'
import { useVideoTrends, VideoTrendsContext } from '#islands/reports/video-list/video-trends.ts'
import { isSameKey } from '#lib/api/query.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $screenClass } from '#lib/page/screen-class.ts'
import { AllVideosLink } from './AllVideosLink.tsx'

/** Phones show the rest on a separate screen. */
const videosOnMobile = 10

export function VideosSection() {
  const { key, result: latestResult, error } = useStore(videos.$state)
  const answer = useDeferredValue(latestResult, null)
  const isStale = answer !== null && !isSameKey(answer.key, key)
  const range = answer?.data.range
  const totals = useVideoTotals(videoTotals)
  const { cursor } = useStore($filter)
  const isMobile = useStore($screenClass) === 'mobile'
  const isShortened = ({ data }: NonNullable<typeof answer>) =>
    isMobile && !cursor && (data.nextCursor !== null || data.videos.length > videosOnMobile)
  return (
    <ListSection
      title={t('reports:videos.title')}
      id="videos-title"
      summary={
        range && (
          <>
            {formatDayRange(range.from, range.to, locale())}
            {totals && ` · ${formatVideoCount(totals.total)}`}
          </>
        )
      }
      controls={<VideoControls table={t('reports:videos.title')} hasFile />}
      answer={answer}
      isStale={isStale}
      failure={
        error && (isStale || answer === null)
          ? {
              title: t('reports:failed.videos'),
              error,
              onRetry: videos.reload,
              action: cursor && <Button onClick={showFirstPage}>{t('common:pages.first')}</Button>,
            }
          : null
      }
      skeleton={<VideoListSkeleton />}
      empty={({ key: asked, data }) => data.videos.length === 0 && <NoVideos {...asked} />}
      pager={(shown) => {
        const { nextCursor, videos: rows } = shown.data
        if (isShortened(shown)) return null
        return {
          label: t('reports:videos.pages'),
          position: formatPosition({ rows: rows.length, total: totals?.total, size: videoPageSize }),
          onPrevious: cursor ? showPreviousPage : undefined,
          onNext: nextCursor && !isStale ? () => showNextPage(nextCursor) : undefined,
        }
      }}
    >
      {(shown) => <LoadedVideos result={shown} limit={isShortened(shown) ? videosOnMobile : undefined} />}
    </ListSection>
  )
}

interface LoadedVideosProps {
  result: NonNullable<ReturnType<typeof videos.$state.get>['result']>
  /** Shows so many, and links to all. */
  limit: number | undefined
}

function LoadedVideos({ result: { data, key }, limit }: LoadedVideosProps) {
  const trends = useVideoTrends(
    { ...pickTime(key), ...pickListScope(key) },
    JSON.stringify([key, data.revision]),
    data.videos,
  )
  const totals = useVideoTotals(videoTotals)
  return (
    <VideoTrendsContext value={trends}>
      <VideoList page={{ ...data, videos: data.videos.slice(0, limit) }} totals={totals} />
      {limit !== undefined && <AllVideosLink text={t('reports:videos.all')} />}
    </VideoTrendsContext>
  )
}
