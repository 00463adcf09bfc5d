import styles from './StepLine.module.css'
import { buildStepPath, getStepStart, type Step, stepHeight, stepWidth } from './steps.ts'

interface StepLineProps {
  /** The earliest first. */
  steps: readonly Step[]
  today: string
  /** Of the horizontal axis, beside the day at its start. */
  todayLabel: string
  formatValue: (value: number) => string
  formatDay: (day: string) => string
}

/** A value that changes on some days, as a picture: what it shows is beside it as text. */
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

/** As high as the picture. */
export const stepLineHeight = '96px'
