import { useStore } from '@nanostores/react'
import type { MouseEvent, ReactNode } from 'react'
import type { VideoRow } from '#contract/reports/videos.ts'
import { preloadDialog } from '#islands/kit/dialogs/preload-dialog.ts'
import { isUnmodifiedClick } from '#lib/navigation/unmodified-click.ts'
import { openVideo } from './active-video.ts'
import styles from './VideoList.module.css'
import { $linkQuery, buildVideoHref } from './video-link.ts'

interface VideoButtonProps {
  video: Pick<VideoRow, 'videoId' | 'channelId'>
  children: ReactNode
}

const preload = () => preloadDialog('videoDetail')

/** Links to the video's page; a plain click opens the quick look instead. Covers the nearest positioned ancestor. */
export function VideoButton({ video, children }: VideoButtonProps) {
  const query = useStore($linkQuery)
  function onClick(event: MouseEvent) {
    if (!isUnmodifiedClick(event)) return
    event.preventDefault()
    openVideo(video)
  }
  return (
    <a
      className={`underlined stretched-link ${styles.button}`}
      href={buildVideoHref(video, query)}
      aria-haspopup="dialog"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onClick}
    >
      {children}
    </a>
  )
}
