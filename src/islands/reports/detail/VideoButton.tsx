import type { ReactNode } from 'react'
import type { VideoRow } from '#contract/reports.ts'
import { loadDialog } from './load-dialog.ts'
import { openVideo } from './opened-video.ts'
import styles from './VideoButton.module.css'

interface VideoButtonProps {
  video: Pick<VideoRow, 'videoId' | 'channelId'>
  children: ReactNode
}

const expect = () => void loadDialog()

/** Opens the details of a video. The whole of the nearest positioned element takes its clicks. */
export function VideoButton({ video, children }: VideoButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-haspopup="dialog"
      onPointerEnter={expect}
      onFocus={expect}
      onClick={() => openVideo(video)}
    >
      {children}
    </button>
  )
}
