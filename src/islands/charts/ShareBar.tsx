import styles from './Sparkline.module.css'

interface ShareBarProps {
  /** 0 to 1. */
  share: number
  full: number
}

export function ShareBar({ share, full }: ShareBarProps) {
  const width = Math.min(100, Math.max(0, (share / full) * 100))
  return (
    <svg className={styles.shareBar} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect width={width} height="10" />
    </svg>
  )
}
