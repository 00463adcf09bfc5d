import type { ReactNode } from 'react'
import { Lazy } from '#islands/ui/Lazy.tsx'
import { Skeleton } from '#islands/ui/Skeleton.tsx'
import { t } from '#lib/i18n/strings.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import { ChartLegend } from './ChartLegend.tsx'
import { type ChartFormat, type ChartSeries, isBarChart } from './series.ts'
import styles from './TrendChart.module.css'
import { TrendTable } from './TrendTable.tsx'
import { type ChartViewport, resetZoom, useChartViewport, zoomIn } from './viewport.ts'

export const lazyChart = lazyComponent(async () => (await import('./Chart.tsx')).Chart)
if (!import.meta.env.SSR) void lazyChart.load()

interface TrendChartProps {
  title: string
  /** Says how to read it with the keyboard. */
  label: string
  caption: string
  dayLabel: string
  /**
   * 1 to 31 of them, colours `var(--chart-1)` and so on. The first one's days are the days of the chart. Keep the array
   * (`useMemo`): another one is drawn anew.
   */
  series: readonly ChartSeries[]
  /** Keep it too. */
  format: ChartFormat
  /** Buttons for the head, such as an export. */
  actions?: ReactNode
}

/**
 * A chart with its title and legend, and the same figures as a table for those who do not see it. All charts of a page
 * share what is read, zoomed and hidden: the first for the moment, the others in the address (`zoom`, `hide`) or in
 * their `ChartPlaceContext`, so that nothing has to be passed on. Series of the same key are hidden together.
 */
export function TrendChart({ title, label, caption, dayLabel, series, format, actions }: TrendChartProps) {
  const viewport = useChartViewport(series)
  return (
    <figure className={styles.trend}>
      <figcaption>
        <div className={styles.head}>
          <h2>{title}</h2>
          {!isBarChart(series) && <ZoomButtons title={title} view={viewport} />}
          {actions}
        </div>
        <ChartLegend series={series} viewport={viewport} />
      </figcaption>
      <div className={styles.canvas}>
        <Lazy
          component={lazyChart}
          props={{ label, viewport, format }}
          fallback={<Skeleton height="100%" />}
        />
      </div>
      <TrendTable caption={caption} dayLabel={dayLabel} series={series} format={format} />
    </figure>
  )
}

function ZoomButtons({ title, view }: { title: string; view: ChartViewport }) {
  return (
    <div className={styles.zoom}>
      {view.isZoomed && (
        <button type="button" onClick={() => resetZoom(view)}>
          {t('reports:charts.whole')}
        </button>
      )}
      <button
        type="button"
        aria-label={t('reports:charts.zoomIn', { title })}
        disabled={view.to - view.from < 2}
        onClick={() => zoomIn(view)}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M11 11l3.5 3.5M7 4.5v5M4.5 7h5M12 7a5 5 0 1 1-10 0 5 5 0 0 1 10 0z" />
        </svg>
      </button>
    </div>
  )
}

/** The same in size, before there are figures. */
export function TrendSkeleton({ title }: { title: string }) {
  return (
    <div className={styles.trend}>
      <div className={styles.head}>
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
