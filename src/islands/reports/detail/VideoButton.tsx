import type { ReactNode } from 'react'
import type { VideoRow } from '#contract/videos.ts'
import { preloadDialog } from '#islands/dialogs/preload-dialog.ts'
import styles from '#islands/reports/VideoList.module.css'
import { openVideo } from './active-video.ts'

interface VideoButtonProps {
  video: Pick<VideoRow, 'videoId' | 'channelId'>
  children: ReactNode
}

const preload = () => preloadDialog('videoDetail')

/** Covers the nearest positioned ancestor. */
export function VideoButton({ video, children }: VideoButtonProps) {
  return (
    <button
      type="button"
      className={`underlined ${styles.button}`}
      aria-haspopup="dialog"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => openVideo(video)}
    >
      {children}
    </button>
  )
}
