import styles from './Chart.module.css'
import type { ChartFormat, Reading } from './chart-data.ts'

/** From the day that is read. */
const gap = 12

/** Where there are more, the highest are named. */
const most = 8

interface ReadoutProps {
  readings: readonly Reading[]
  format: ChartFormat
  /** Of the position that is read, and the width of the chart, in CSS pixels. */
  left: number
  width: number
}

/** The values under the pointer. Hidden from screen readers: the chart speaks them, its table holds them. */
export function Readout({ readings, format, left, width }: ReadoutProps) {
  const [first] = readings
  if (!first) return null
  const side =
    left > width / 2
      ? { right: width - left + gap, maxInlineSize: left - gap }
      : { left: left + gap, maxInlineSize: width - left - gap }
  const named = highest(readings)
  return (
    <div className={styles.readout} style={side} aria-hidden="true">
      <b>{format.day(first.day)}</b>
      <dl>
        {named.map(({ key, label, color, day, value }) => (
          <div key={key}>
            <dt>
              <i style={{ background: color }} />
              {label} {day !== first.day && <small>{format.dayShort(day)}</small>}
            </dt>
            <dd>{value === null ? '–' : format.value(value)}</dd>
          </div>
        ))}
      </dl>
      {named.length < readings.length && <small>+ {readings.length - named.length}</small>}
    </div>
  )
}

const highest = (readings: readonly Reading[]) =>
  readings.length > most
    ? [...readings].sort((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity)).slice(0, most)
    : readings
