import styles from './Sparkline.module.css'

const width = 100
const height = 32
const edge = 2

interface SparklineProps {
  values: readonly (number | null)[]
  /** Shown as a second bar where there is one day only. */
  before?: readonly (number | null)[]
}

/** The shape of a series in one glance; decoration, so screen readers skip it. */
export function Sparkline({ values, before = [] }: SparklineProps) {
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {values.length > 1 ? <path d={linePath(values)} /> : <Bars before={before[0]} now={values[0]} />}
    </svg>
  )
}

/** Straight lines between the days that have a value; a day without one leaves a gap, and one between gaps is a point. */
export function linePath(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null)
  const low = Math.min(...known)
  const range = Math.max(...known) - low
  const y = (value: number) =>
    range === 0 ? height / 2 : height - edge - ((value - low) / range) * (height - 2 * edge)
  const x = (at: number) => (at / (values.length - 1)) * width
  const points = values.map((value, at) => {
    if (value === null) return ''
    const joined = at > 0 && values[at - 1] !== null
    const lone = !joined && values[at + 1] == null
    return `${joined ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}${lone ? 'h0' : ''}`
  })
  return points.join('')
}

function Bars({ before, now }: { before: number | null | undefined; now: number | null | undefined }) {
  const most = Math.max(before ?? 0, now ?? 0)
  if (most <= 0) return null
  const tall = (value: number | null | undefined) => (Math.max(0, value ?? 0) / most) * height
  return (
    <>
      <rect className={styles.before} x="0" y={height - tall(before)} width="12" height={tall(before)} />
      <rect x="16" y={height - tall(now)} width="12" height={tall(now)} />
    </>
  )
}
