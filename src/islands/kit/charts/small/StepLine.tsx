import styles from './StepLine.module.css'
import { buildStepPath, getStepStart, type Step, stepHeight, stepWidth } from './steps.ts'

interface StepLineProps {
  /** The earliest first. */
  steps: readonly Step[]
  today: string
  /** Label on the horizontal axis, beside the day at its start. */
  todayLabel: string
  formatValue: (value: number) => string
  formatDay: (day: string) => string
}

/** Draws a value that changes on some days. The text beside it says the same. */
export function StepLine({ steps, today, todayLabel, formatValue, formatDay }: StepLineProps) {
  const start = getStepStart(steps, today)
  const highest = Math.max(0, ...steps.map(({ value }) => value))
  const path = buildStepPath(steps, start, today, highest || 1)
  return (
    <div className={styles.steps} aria-hidden="true">
      <div className={styles.values}>
        <span>{highest > 0 && formatValue(highest)}</span>
        <span>{formatValue(0)}</span>
      </div>
      <svg viewBox={`0 0 ${stepWidth} ${stepHeight}`} preserveAspectRatio="none" aria-hidden="true">
        <path className={styles.area} d={`${path}V${stepHeight}H0Z`} />
        <path className={styles.line} d={path} />
      </svg>
      <div className={styles.days}>
        <span>{formatDay(start)}</span>
        <span>{todayLabel}</span>
      </div>
    </div>
  )
}

/** Matches the height of the picture. */
export const stepLineHeight = '96px'
