import styles from './ShareBar.module.css'

interface ShareBarProps {
  /** 0 to 1. */
  share: number
  /** The share at which the bar is full. */
  full: number
}

/** A share as a small bar beside its number. */
export function ShareBar({ share, full }: ShareBarProps) {
  const width = Math.min(100, Math.max(0, (share / full) * 100))
  return (
    <svg className={styles.bar} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect width={width} height="10" />
    </svg>
  )
}
