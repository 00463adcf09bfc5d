import type { ReactNode } from 'react'
import styles from './Message.module.css'
import { Waveform } from './Waveform.tsx'

interface MessageProps {
  title: string
  /** What to do next, or why it happened. */
  text: string
  /** Something went wrong: read out at once. */
  failed?: boolean
  /** Buttons and links. */
  children?: ReactNode
}

/** In place of content that is not there: because there is none, or because it could not be had. */
export function Message({ title, text, failed = false, children }: MessageProps) {
  return (
    <div className={styles.message} role={failed ? 'alert' : undefined} data-failed={failed || undefined}>
      <span className={styles.picture}>
        <Waveform seed={failed ? 'failed' : 'empty'} />
      </span>
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{text}</p>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
