import { useStore } from '@nanostores/react'
import type { VideoPage, VideoTotals } from '#contract/reports/videos.ts'
import { $screenClass } from '#lib/page/screen-class.ts'
import { VideoCards, VideoCardTotals } from './VideoCards.tsx'
import { VideoTable } from './VideoTable.tsx'

interface VideoListProps {
  page: VideoPage
  totals: VideoTotals | null
}

export const VideoList = ({ page, totals }: VideoListProps) =>
  useStore($screenClass) === 'mobile' ? (
    <>
      <VideoCardTotals totals={totals} />
      <VideoCards page={page} />
    </>
  ) : (
    <VideoTable page={page} totals={totals} />
  )
