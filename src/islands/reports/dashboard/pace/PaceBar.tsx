import styles from './Pace.module.css'

interface PaceBarProps {
  soFar: number
  /** Null without a forecast. */
  range: { low: number; high: number } | null
  previousMonth: number | null
  target: number | null
  /** Absent: the text beside the bar says the same. */
  label?: string | undefined
}

/** The largest of all amounts takes the full width. */
export function PaceBar({ soFar, range, previousMonth, target, label }: PaceBarProps) {
  const full = Math.max(soFar, range?.high ?? 0, previousMonth ?? 0, target ?? 0, 1)
  const share = (amount: number) => Math.min(100, Math.max(0, (amount / full) * 100))
  return (
    <svg
      className={styles.bar}
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      aria-hidden={label === undefined}
    >
      {range && (
        <>
          <rect
            className={styles.likely}
            x={share(range.low)}
            width={share(range.high) - share(range.low)}
            height="10"
          />
          <rect
            className={styles.sure}
            x={share(soFar)}
            width={Math.max(0, share(range.low) - share(soFar))}
            height="10"
          />
        </>
      )}
      <rect width={share(soFar)} height="10" />
      {previousMonth !== null && (
        <path d={`M${share(previousMonth)} 0V10`} vectorEffect="non-scaling-stroke" />
      )}
      {target !== null && (
        <path className={styles.tick} d={`M${share(target)} -4V14`} vectorEffect="non-scaling-stroke" />
      )}
    </svg>
  )
}
