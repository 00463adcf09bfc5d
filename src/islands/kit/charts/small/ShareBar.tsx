import styles from './Sparkline.module.css'

interface ShareBarProps {
  /** 0 to 1. */
  share: number
  /** The part that is set apart at the end of the share, also 0 to 1 of the whole length. */
  taken?: number
}

/** The whole length stands for 100 %, wherever it is drawn. */
export function ShareBar({ share, taken = 0 }: ShareBarProps) {
  const [end, start] = [share, share - taken].map((at) => Math.min(100, Math.max(0, at * 100)))
  return (
    <svg className={styles.shareBar} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect width={start} height="10" />
      {taken > 0 && <rect className={styles.taken} x={start} width={(end ?? 0) - (start ?? 0)} height="10" />}
    </svg>
  )
}
