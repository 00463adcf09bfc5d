import { formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { MarkShape } from './MarkShape.tsx'
import { type ChartMark, type ChartSeries, markKinds } from './series.ts'
import styles from './TrendChart.module.css'
import { type ChartViewport, toggleSeries } from './viewport.ts'

interface ChartLegendProps {
  series: readonly ChartSeries[]
  viewport: ChartViewport
  marks: readonly ChartMark[]
}

export function ChartLegend({ series, viewport, marks }: ChartLegendProps) {
  const kinds = markKinds.filter((kind) => marks.some((mark) => mark.kind === kind))
  return (
    <div className={styles.legend}>
      <ul aria-label={t('reports:charts.legend')}>
        {series.map((one) => (
          <li key={one.key}>
            <SeriesToggle
              series={one}
              visible={viewport.visibleSeries.find(({ key }) => key === one.key)}
              viewport={viewport}
            />
          </li>
        ))}
        {kinds.map((kind) => (
          <li key={kind} className={styles.markKind}>
            <MarkShape kind={kind} /> {nameMarks(marks, kind)}
          </li>
        ))}
      </ul>
      <p role="status">{viewport.isZoomed && t('reports:charts.note')}</p>
    </div>
  )
}

interface SeriesToggleProps {
  series: ChartSeries
  /** undefined: hidden. */
  visible: ChartSeries | undefined
  viewport: ChartViewport
}

function SeriesToggle({
  series: { key, label, color, muted, band, days, values, range },
  visible,
  viewport,
}: SeriesToggleProps) {
  const isLastVisible = visible !== undefined && viewport.visibleSeries.length === 1
  return (
    <button
      type="button"
      className="row"
      aria-pressed={visible !== undefined}
      aria-disabled={isLastVisible || undefined}
      onClick={() => isLastVisible || toggleSeries(viewport, key)}
    >
      <i
        className="swatch"
        style={{ color }}
        data-line={values.length > 1 ? (muted ? 'dotted' : band ? 'dashed' : 'solid') : undefined}
        data-band={(band && values.length > 1) || undefined}
      />
      {label}{' '}
      {range && (
        <small className="faint">{viewport.isZoomed ? formatVisibleRange(days, viewport) : range}</small>
      )}
    </button>
  )
}

/** undefined if the series ends before the visible days. */
function formatVisibleRange(days: readonly string[], { from, to }: ChartViewport): string | undefined {
  const visibleDays = days.slice(from, to + 1)
  const [first, last] = [visibleDays[0], visibleDays.at(-1)]
  return first && last && formatDayRange(first, last, locale())
}

/** Says so where the line shows only some of the marks. */
function nameMarks(marks: readonly ChartMark[], kind: ChartMark['kind']): string {
  const event = t(`reports:events.${kind}`)
  return marks.every((mark) => mark.kind !== kind || mark.isPlotted)
    ? event
    : t('reports:events.most', { event })
}
