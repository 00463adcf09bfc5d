import styles from './Chart.module.css'
import { MarkShape } from './MarkShape.tsx'
import { type ChartFormat, type ChartMark, type ChartPoint, formatPoint } from './series.ts'

/** CSS pixels. */
const offset = 12

const maxPoints = 8

interface ChartTooltipProps {
  points: readonly ChartPoint[]
  marks: readonly ChartMark[]
  format: ChartFormat
  /** CSS pixels, relative to the chart. */
  left: number
  isBelow: boolean
  width: number
}

/** Hidden from screen readers: the chart announces the values. */
export function ChartTooltip({ points, marks, format, left, isBelow, width }: ChartTooltipProps) {
  const [first] = points
  if (!first) return null
  const side =
    left > width / 2
      ? { right: width - left + offset, maxInlineSize: left - offset }
      : { left: left + offset, maxInlineSize: width - left - offset }
  const listedPoints = pickHighestPoints(points)
  return (
    <div className={styles.tooltip} data-below={isBelow || undefined} style={side} aria-hidden="true">
      <b>{format.day(first.day)}</b>
      <dl className="grid gap-1">
        {listedPoints.map(({ key, label, color, day, value, range }) => (
          <div key={key} className="wrap justify-between">
            <dt className="caption">
              <i className="swatch" style={{ background: color }} />
              {label} {day !== first.day && <small className="nowrap">{format.dayShort(day)}</small>}
            </dt>
            <dd>{formatPoint({ value, range }, format)}</dd>
          </div>
        ))}
      </dl>
      {marks.map(({ kind, text }) => (
        <p key={kind} className="caption flex gap-2">
          <MarkShape kind={kind} />
          {text}
        </p>
      ))}
      {listedPoints.length < points.length && <small>+ {points.length - listedPoints.length}</small>}
    </div>
  )
}

const pickHighestPoints = (points: readonly ChartPoint[]) =>
  points.length > maxPoints
    ? [...points].sort((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity)).slice(0, maxPoints)
    : points
