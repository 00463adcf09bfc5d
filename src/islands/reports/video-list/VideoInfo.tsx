import { useStore } from '@nanostores/react'
import type { VideoRow } from '#contract/reports/videos.ts'
import { Thumbnail } from '#islands/kit/ui/pictures/Thumbnail.tsx'
import { $pageChannelId } from '#islands/reports/state/channel-link.ts'
import { toLocalDay } from '#lib/format/date-math.ts'
import { formatDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { VideoButton } from './VideoButton.tsx'
import styles from './VideoList.module.css'

export function VideoInfo({ video }: { video: VideoRow }) {
  const { videoId, title, channelId, channelName, publishedAt, thumbnail } = video
  const isOnChannelPage = useStore($pageChannelId) === channelId
  return (
    <div className={styles.info}>
      <Thumbnail videoId={videoId} path={thumbnail} />
      <span className="min-0">
        <VideoButton video={video}>
          <b className="clamp" title={title ?? undefined}>
            {title ?? t('reports:videos.untitled')}
          </b>
        </VideoButton>
        <small className="flex nowrap">
          {!isOnChannelPage && (
            <>
              <span className="truncate min-0" title={channelName}>
                {channelName}
              </span>{' '}
              ·{' '}
            </>
          )}
          {publishedAt === null ? (
            t('reports:videos.undated')
          ) : (
            <time dateTime={publishedAt}>{formatDay(toLocalDay(publishedAt), locale())}</time>
          )}
        </small>
      </span>
    </div>
  )
}
