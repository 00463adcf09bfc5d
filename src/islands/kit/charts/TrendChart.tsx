import type { ReactNode } from 'react'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { t } from '#lib/i18n/strings.ts'
import { Chart } from './Chart.tsx'
import { ChartLegend } from './ChartLegend.tsx'
import { type ChartFormat, type ChartMark, type ChartSeries, isBarChart, noMarks } from './series.ts'
import styles from './TrendChart.module.css'
import { TrendTable } from './TrendTable.tsx'
import { type ChartViewport, resetZoom, useChartViewport, zoomIn } from './viewport.ts'

interface TrendChartProps {
  title: string
  label: string
  caption: string
  dayLabel: string
  /** 1 to 31; the first one sets the chart's days. Memoize: a new array redraws the chart. */
  series: readonly ChartSeries[]
  format: ChartFormat
  /** Days marked as gaps because a report is missing. Memoize them, too. */
  incompleteDays: readonly string[]
  /** Days that the chart is about. Memoize them, too. */
  markedDays?: readonly string[] | undefined
  /** Memoize them, too. */
  marks?: readonly ChartMark[]
  actions?: ReactNode
  /** Makes the zoomed days the range of the report. */
  onApplyRange?: ((from: string, to: string) => void) | undefined
}

/**
 * A chart with a legend and a table for screen readers. All charts of a page share crosshair, zoom and hidden series
 * via the URL (`zoom`, `hide`) or their `ChartStateContext`.
 */
export function TrendChart({
  title,
  label,
  caption,
  dayLabel,
  series,
  format,
  incompleteDays,
  markedDays,
  marks = noMarks,
  actions,
  onApplyRange,
}: TrendChartProps) {
  const viewport = useChartViewport(series)
  return (
    <figure className={styles.trend}>
      <figcaption>
        <div className={styles.head}>
          <h2>{title}</h2>
          {!isBarChart(series) && <ZoomButtons title={title} view={viewport} onApplyRange={onApplyRange} />}
          {actions}
        </div>
        <ChartLegend series={series} viewport={viewport} marks={marks} />
      </figcaption>
      <div className={styles.canvas}>
        <Chart {...{ label, viewport, format, incompleteDays, marks }} {...(markedDays && { markedDays })} />
      </div>
      <TrendTable caption={caption} dayLabel={dayLabel} series={series} format={format} marks={marks} />
    </figure>
  )
}

interface ZoomButtonsProps extends Pick<TrendChartProps, 'title' | 'onApplyRange'> {
  view: ChartViewport
}

function ZoomButtons({ title, view, onApplyRange }: ZoomButtonsProps) {
  const [from, to] = [view.slotKeys[view.from], view.slotKeys[view.to]]
  return (
    <div className={`flex gap-1 ${styles.zoom}`}>
      {view.isZoomed && onApplyRange && from !== undefined && to !== undefined && (
        <button type="button" className="button small" onClick={() => onApplyRange(from, to)}>
          {t('reports:charts.apply')}
        </button>
      )}
      {view.isZoomed && (
        <button type="button" className="button small" onClick={() => resetZoom(view)}>
          {t('reports:charts.whole')}
        </button>
      )}
      <button
        type="button"
        className="button small"
        aria-label={t('reports:charts.zoomIn', { title })}
        disabled={view.to - view.from < 2}
        onClick={() => zoomIn(view)}
      >
        <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M11 11l3.5 3.5M7 4.5v5M4.5 7h5M12 7a5 5 0 1 1-10 0 5 5 0 0 1 10 0z" />
        </svg>
      </button>
    </div>
  )
}

/** `controls`: the chart has a choice among its actions, which gets its own line on a phone. */
export function TrendSkeleton({ title, controls = false }: { title: string; controls?: boolean }) {
  return (
    <div className={styles.trend}>
      <div className={styles.head} data-placeholder={controls || undefined}>
        <h2>{title}</h2>
      </div>
      <p className={styles.legend}>
        <Skeleton width="60%" />
      </p>
      <div className={styles.canvas}>
        <Skeleton height="100%" />
      </div>
    </div>
  )
}
