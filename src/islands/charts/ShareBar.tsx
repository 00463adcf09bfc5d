import styles from './Sparkline.module.css'

/** The whole length stands for 100 %, wherever it is drawn. `share`: 0 to 1. */
export const ShareBar = ({ share }: { share: number }) => (
  <svg className={styles.shareBar} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect width={Math.min(100, Math.max(0, share * 100))} height="10" />
  </svg>
)
