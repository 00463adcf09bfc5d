import { formatDayRange } from '#lib/format-day.ts'
import { locale, t } from '#lib/strings.ts'
import type { ChartSeries } from './chart-data.ts'
import { type ChartView, toggleSeries } from './chart-view.ts'
import styles from './TrendChart.module.css'

interface LegendProps {
  series: readonly ChartSeries[]
  view: ChartView
}

/** What the colours stand for; each can be hidden as long as another is shown. */
export function ChartLegend({ series, view }: LegendProps) {
  return (
    <div className={styles.legend}>
      <ul aria-label={t('reports:charts.legend')}>
        {series.map((one) => (
          <li key={one.key}>
            <Toggle series={one} shown={view.shown.find(({ key }) => key === one.key)} view={view} />
          </li>
        ))}
      </ul>
      <p role="status">{view.zoomed && t('reports:charts.note')}</p>
    </div>
  )
}

interface ToggleProps {
  series: ChartSeries
  /** The same as it is drawn; undefined while it is hidden. */
  shown: ChartSeries | undefined
  view: ChartView
}

function Toggle({ series: { key, label, color, muted, days, values, range }, shown, view }: ToggleProps) {
  const needed = shown !== undefined && view.shown.length === 1
  return (
    <button
      type="button"
      aria-pressed={shown !== undefined}
      aria-disabled={needed || undefined}
      onClick={() => needed || toggleSeries(view, key)}
    >
      <i style={{ background: color }} data-muted={(muted && values.length > 1) || undefined} />
      {label} {range && <small>{view.zoomed ? rangeInSight(days, view) : range}</small>}
    </button>
  )
}

/** Of a hidden series too; nothing where its days end before those in sight. */
function rangeInSight(days: readonly string[], { from, to }: ChartView): string | undefined {
  const inSight = days.slice(from, to + 1)
  const [first, last] = [inSight[0], inSight.at(-1)]
  return first && last && formatDayRange(first, last, locale())
}
