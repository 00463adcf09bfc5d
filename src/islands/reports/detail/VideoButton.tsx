import type { ReactNode } from 'react'
import type { VideoRow } from '#contract/reports.ts'
import { preloadDialog } from '#islands/dialogs/preload-dialog.ts'
import { openVideo } from './active-video.ts'
import styles from './VideoButton.module.css'

interface VideoButtonProps {
  video: Pick<VideoRow, 'videoId' | 'channelId'>
  children: ReactNode
}

const preload = () => preloadDialog('videoDetail')

/** Opens the details of a video. The whole of the nearest positioned element takes its clicks. */
export function VideoButton({ video, children }: VideoButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-haspopup="dialog"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => openVideo(video)}
    >
      {children}
    </button>
  )
}
