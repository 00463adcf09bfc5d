import { memo } from 'react'
import type { VideoPage, VideoRow } from '#contract/videos.ts'
import { FactList } from '#islands/tables/FactList.tsx'
import table from '#islands/tables/Table.module.css'
import { t } from '#lib/i18n/strings.ts'
import { VideoInfo } from './VideoInfo.tsx'
import { computeFullShare, getVideoKey, VideoCell, videoColumns } from './video-columns.tsx'

export function VideoCards({ page: { videos, currency } }: { page: VideoPage }) {
  const full = computeFullShare(videos)
  return (
    <ul className={`grid ${table.cards}`} aria-labelledby="videos-title">
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
  /** Position in a virtual list; a count of -1 is unknown. */
  index?: number
  count?: number
}

export const VideoCard = memo(function VideoCard({ video, currency, full, index, count }: VideoCardProps) {
  return (
    <li
      data-video={video.videoId}
      data-index={index}
      aria-posinset={index === undefined ? undefined : index + 1}
      aria-setsize={count}
    >
      <VideoInfo video={video} />
      <FactList columns={videoColumns} label={(column) => t(`reports:videos.${column}`)}>
        {(column) => <VideoCell column={column} video={video} currency={currency} full={full} />}
      </FactList>
    </li>
  )
})
