import { memo } from 'react'
import type { VideoPage, VideoRow } from '#contract/reports.ts'
import { t } from '#lib/i18n/strings.ts'
import { VideoInfo } from './VideoInfo.tsx'
import styles from './VideoList.module.css'
import { computeFullShare, getVideoKey, VideoCell, videoColumns } from './video-columns.tsx'

export function VideoCards({ page: { videos, currency } }: { page: VideoPage }) {
  const full = computeFullShare(videos)
  return (
    <ul className={styles.cards} aria-labelledby="videos-title">
      {videos.map((video) => (
        <VideoCard key={getVideoKey(video)} video={video} currency={currency} full={full} />
      ))}
    </ul>
  )
}

interface VideoCardProps {
  video: VideoRow
  currency: VideoPage['currency']
  full: number
  /** Its place from 0 on and how many there are, in a list that has only some of its cards; -1 is not known yet. */
  at?: number
  count?: number
}

export const VideoCard = memo(function VideoCard({ video, currency, full, at, count }: VideoCardProps) {
  return (
    <li
      data-video={video.videoId}
      data-at={at}
      aria-posinset={at === undefined ? undefined : at + 1}
      aria-setsize={count}
    >
      <VideoInfo video={video} />
      <dl>
        {videoColumns.map((fact) => (
          <div key={fact}>
            <dt>{t(`reports:videos.${fact}`)}</dt>
            <dd data-fact={fact}>
              <VideoCell column={fact} video={video} currency={currency} full={full} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
})
