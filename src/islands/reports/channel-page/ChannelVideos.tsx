import { useStore } from '@nanostores/react'
import { Button } from '#islands/kit/ui/Button.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { AllVideosLink } from '#islands/reports/dashboard/AllVideosLink.tsx'
import report from '#islands/reports/frame/Report.module.css'
import { $pageChannelId } from '#islands/reports/state/channel-link.ts'
import { showSixMonths } from '#islands/reports/state/store.ts'
import { pickTime } from '#islands/reports/state/time.ts'
import { useVideoTotals } from '#islands/reports/state/use-video-totals.ts'
import { VideoList } from '#islands/reports/video-list/VideoList.tsx'
import { VideoListSkeleton } from '#islands/reports/video-list/VideoListSkeleton.tsx'
import { VideoSortSelect } from '#islands/reports/video-list/VideoSortSelect.tsx'
import { useVideoTrends, VideoTrendsContext } from '#islands/reports/video-list/video-trends.ts'
import { isSameKey } from '#lib/api/query.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $screenClass } from '#lib/page/screen-class.ts'
import { shownVideos, shownVideosMobile } from './shown-videos.ts'
import { channelVideos, channelVideoTotals } from './store.ts'

type Result = NonNullable<ReturnType<typeof channelVideos.$state.get>['result']>

/** Lists the first videos of the channel, and links to all of them. */
export function ChannelVideos() {
  const { key, result: latest, error } = useStore(channelVideos.$state)
  const stale = latest !== null && !isSameKey(latest.key, key)
  const isSameChannel = latest !== null && latest.key.channel === key?.channel
  const result = isSameChannel && !(stale && error) ? latest : null
  const range = result?.data.range
  return (
    <section className="card" aria-busy={stale || (result === null && error === null)}>
      <div className={report.listHead}>
        <div className="wrap items-baseline gap-2">
          <h2 id="videos-title">{t('channel-page:videos.title')}</h2>
          {range && <p className="note">{formatDayRange(range.from, range.to, locale())}</p>}
        </div>
        <div className={`row justify-end gap-2 min-0 ${report.listControls}`}>
          <VideoSortSelect />
        </div>
      </div>
      {error && !result && (
        <LoadFailure title={t('reports:failed.videos')} text={error.message} onRetry={channelVideos.reload} />
      )}
      {!error && !result && <VideoListSkeleton rows={shownVideos} />}
      {result && (
        <div data-stale={(stale && error === null) || undefined}>
          <LoadedVideos result={result} />
        </div>
      )}
    </section>
  )
}

function LoadedVideos({ result: { key, data } }: { result: Result }) {
  const trends = useVideoTrends(
    { ...pickTime(key), member: key.member, channel: key.channel },
    JSON.stringify([key, data.revision]),
    data.videos,
  )
  const totals = useVideoTotals(channelVideoTotals)
  const channel = useStore($pageChannelId) ?? ''
  const limit = useStore($screenClass) === 'mobile' ? shownVideosMobile : shownVideos
  if (data.videos.length === 0) {
    const isLongest = key.period === 'six-months'
    return (
      <Message title={t('reports:empty.videos')} text={isLongest ? '' : t('reports:empty.videosNext')}>
        {!isLongest && <Button onClick={showSixMonths}>{t('reports:empty.sixMonths')}</Button>}
      </Message>
    )
  }
  return (
    <>
      <VideoTrendsContext value={trends}>
        <VideoList page={{ ...data, videos: data.videos.slice(0, limit) }} totals={totals} />
      </VideoTrendsContext>
      {(data.nextCursor !== null || data.videos.length > limit) && (
        <AllVideosLink text={t('channel-page:videos.all')} channel={channel} />
      )}
    </>
  )
}
