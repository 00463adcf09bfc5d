import type { ReactNode } from 'react'
import type { VideoRow } from '#contract/reports.ts'
import { loadDialog } from './dialog-loader.ts'
import { openVideo } from './dialog-state.ts'
import styles from './VideoButton.module.css'

interface VideoButtonProps {
  video: Pick<VideoRow, 'videoId' | 'channelId'>
  children: ReactNode
}

const preloadDialog = () => void loadDialog()

/** Opens the details of a video. The whole of the nearest positioned element takes its clicks. */
export function VideoButton({ video, children }: VideoButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-haspopup="dialog"
      onPointerEnter={preloadDialog}
      onFocus={preloadDialog}
      onClick={() => openVideo(video)}
    >
      {children}
    </button>
  )
}
