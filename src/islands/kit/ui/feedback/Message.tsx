import type { ReactNode } from 'react'
import { Waveform } from '#islands/kit/ui/pictures/Waveform.tsx'
import styles from './Message.module.css'

interface MessageProps {
  title: string
  text: string
  failed?: boolean
  children?: ReactNode
}

export function Message({ title, text, failed = false, children }: MessageProps) {
  return (
    <div className={styles.message} role={failed ? 'alert' : undefined}>
      <span className={styles.picture}>
        <Waveform seed={failed ? 'failed' : 'empty'} />
      </span>
      <p className={styles.title}>{title}</p>
      <p className={`muted ${styles.text}`}>{text}</p>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
