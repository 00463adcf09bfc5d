import type { SharedChannel, SharedVideo } from '#contract/portal/shared-reports.ts'
import { Thumbnail } from '#islands/kit/ui/pictures/Thumbnail.tsx'
import { formatLocalDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './SharedReport.module.css'
import { ViewCount } from './ViewCount.tsx'

interface TopVideosProps {
  videos: readonly SharedVideo[]
  channels: readonly SharedChannel[]
}

export function TopVideos({ videos, channels }: TopVideosProps) {
  const names = new Map(channels.map(({ channelId, name }) => [channelId, name]))
  return (
    <section className={styles.card} aria-labelledby="videos-title">
      <h2 id="videos-title">{t('shared-report:videos.title')}</h2>
      {videos.length === 0 && <p className="note">{t('shared-report:videos.empty')}</p>}
      <ol className={styles.videos}>
        {videos.map((video) => (
          <TopVideo
            key={video.videoId}
            video={video}
            channelName={channels.length > 1 ? names.get(video.channelId) : undefined}
          />
        ))}
      </ol>
    </section>
  )
}

interface TopVideoProps {
  video: SharedVideo
  /** Undefined where all videos are of one channel. */
  channelName: string | undefined
}

function TopVideo({ video, channelName }: TopVideoProps) {
  const { videoId, title, publishedAt, thumbnail, views } = video
  const details = [channelName, publishedAt && formatLocalDay(publishedAt, locale())].filter(Boolean)
  return (
    <li data-video={videoId}>
      <Thumbnail videoId={videoId} path={thumbnail} />
      <span className="min-0 grow">
        <a
          className="stretched-link"
          href={`https://www.youtube.com/shorts/${videoId}`}
          target="_blank"
          rel="noreferrer"
        >
          <span className="clamp">{title ?? t('shared-report:videos.untitled')}</span>
          <span className="visually-hidden"> {t('shared-report:newTab')}</span>
        </a>
        {details.length > 0 && <small className="caption truncate">{details.join(' · ')}</small>}
      </span>
      <ViewCount views={views} />
    </li>
  )
}
