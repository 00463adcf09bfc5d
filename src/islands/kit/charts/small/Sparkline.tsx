import styles from './Sparkline.module.css'

const width = 100
const height = 32
const padding = 2

interface SparklineProps {
  values: readonly (number | null)[]
  previous?: readonly (number | null)[]
}

export function Sparkline({ values, previous = [] }: SparklineProps) {
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {values.length > 1 ? (
        <path d={buildLinePath(values)} />
      ) : (
        <Bars previous={previous[0]} current={values[0]} />
      )}
    </svg>
  )
}

/** An SVG path of straight lines; null is a gap, an isolated day a dot. */
export function buildLinePath(values: readonly (number | null)[]): string {
  const knownValues = values.filter((value) => value !== null)
  const low = Math.min(...knownValues)
  const range = Math.max(...knownValues) - low
  const y = (value: number) =>
    range === 0 ? height / 2 : height - padding - ((value - low) / range) * (height - 2 * padding)
  const x = (at: number) => (at / (values.length - 1)) * width
  const points = values.map((value, at) => {
    if (value === null) return ''
    const isConnected = at > 0 && values[at - 1] !== null
    const isIsolated = !isConnected && values[at + 1] == null
    return `${isConnected ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}${isIsolated ? 'h0' : ''}`
  })
  return points.join('')
}

interface BarsProps {
  previous: number | null | undefined
  current: number | null | undefined
}

function Bars({ previous, current }: BarsProps) {
  const max = Math.max(previous ?? 0, current ?? 0)
  if (max <= 0) return null
  const barHeight = (value: number | null | undefined) => (Math.max(0, value ?? 0) / max) * height
  return (
    <>
      <rect
        className={styles.previous}
        x="0"
        y={height - barHeight(previous)}
        width="12"
        height={barHeight(previous)}
      />
      <rect x="16" y={height - barHeight(current)} width="12" height={barHeight(current)} />
    </>
  )
}
