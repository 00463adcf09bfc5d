import { useStore } from '@nanostores/react'
import type { VideoPage } from '#contract/videos.ts'
import { $screenClass } from '#lib/page/screen-class.ts'
import { VideoCards } from './VideoCards.tsx'
import { VideoTable } from './VideoTable.tsx'

export function VideoList({ page }: { page: VideoPage }) {
  return useStore($screenClass) === 'mobile' ? <VideoCards page={page} /> : <VideoTable page={page} />
}
