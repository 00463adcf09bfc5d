import { useStore } from '@nanostores/react'
import { ListSection } from '#islands/kit/tables/ListSection.tsx'
import { AllVideosLink } from '#islands/reports/dashboard/AllVideosLink.tsx'
import { $pageChannelId } from '#islands/reports/state/channel-link.ts'
import { pickTime } from '#islands/reports/state/time.ts'
import { useVideoTotals } from '#islands/reports/state/use-video-totals.ts'
import { NothingInPeriod } from '#islands/reports/video-list/NoVideos.tsx'
import { VideoControls } from '#islands/reports/video-list/VideoControls.tsx'
import { VideoList } from '#islands/reports/video-list/VideoList.tsx'
import { VideoListSkeleton } from '#islands/reports/video-list/VideoListSkeleton.tsx'
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
    <ListSection
      title={t('channel-page:videos.title')}
      id="videos-title"
      summary={range && formatDayRange(range.from, range.to, locale())}
      controls={<VideoControls />}
      answer={result}
      isStale={stale}
      failure={
        error && !result ? { title: t('reports:failed.videos'), error, onRetry: channelVideos.reload } : null
      }
      skeleton={<VideoListSkeleton rows={shownVideos} />}
      empty={({ key: asked, data }) =>
        data.videos.length === 0 && (
          <NothingInPeriod title={t('reports:empty.videos')} period={asked.period} />
        )
      }
    >
      {(shown) => <LoadedVideos result={shown} />}
    </ListSection>
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
