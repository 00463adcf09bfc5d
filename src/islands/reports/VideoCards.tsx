import { memo } from 'react'
import type { VideoPage, VideoRow } from '#contract/reports.ts'
import { t } from '#lib/strings.ts'
import { VideoInfo } from './VideoInfo.tsx'
import styles from './VideoList.module.css'
import { Fact, factKeys, fullShareOf, keyOf } from './video-facts.tsx'

export function VideoCards({ page: { videos, currency } }: { page: VideoPage }) {
  const full = fullShareOf(videos)
  return (
    <ul className={styles.cards} aria-labelledby="videos-title">
      {videos.map((video) => (
        <VideoCard key={keyOf(video)} video={video} currency={currency} full={full} />
      ))}
    </ul>
  )
}

interface CardProps {
  video: VideoRow
  currency: VideoPage['currency']
  full: number
  /** Its place from 0 on and how many there are, in a list that has only some of its cards; -1 is not known yet. */
  at?: number
  count?: number
}

export const VideoCard = memo(function VideoCard({ video, currency, full, at, count }: CardProps) {
  return (
    <li
      data-video={video.videoId}
      data-at={at}
      aria-posinset={at === undefined ? undefined : at + 1}
      aria-setsize={count}
    >
      <VideoInfo video={video} />
      <dl>
        {factKeys.map((fact) => (
          <div key={fact}>
            <dt>{t(`reports:videos.${fact}`)}</dt>
            <dd data-fact={fact}>
              <Fact fact={fact} video={video} currency={currency} full={full} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
})
