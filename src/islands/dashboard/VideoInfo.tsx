import type { VideoRow } from '#contract/reports.ts'
import { dayOfMoment } from '#lib/days.ts'
import { formatDay } from '#lib/format-day.ts'
import { locale, t } from '#lib/strings.ts'
import { Thumbnail } from '#shared/Thumbnail.tsx'
import styles from './VideoList.module.css'

/** Picture, title, channel and the day it was published. */
export function VideoInfo({ video }: { video: VideoRow }) {
  const { videoId, title, channelName, publishedAt, thumbnail } = video
  return (
    <div className={styles.info}>
      <Thumbnail videoId={videoId} path={thumbnail} />
      <span>
        <b title={title ?? undefined}>{title ?? t('dashboard:videos.untitled')}</b>
        <small>
          {channelName} ·{' '}
          {publishedAt === null ? (
            t('dashboard:videos.undated')
          ) : (
            <time dateTime={publishedAt}>{formatDay(dayOfMoment(publishedAt), locale())}</time>
          )}
        </small>
      </span>
    </div>
  )
}
