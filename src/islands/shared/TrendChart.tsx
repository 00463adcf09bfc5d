import { lazy, Suspense } from 'react'
import type { ChartFormat, ChartSeries } from './chart-data.ts'
import { Skeleton } from './Skeleton.tsx'
import styles from './TrendChart.module.css'
import { TrendTable } from './TrendTable.tsx'

const Chart = lazy(() => import('./Chart.tsx').then(({ Chart }) => ({ default: Chart })))

interface TrendChartProps {
  title: string
  /** Says how to read it with the keyboard. */
  label: string
  caption: string
  dayLabel: string
  series: readonly (ChartSeries & { range: string })[]
  format: ChartFormat
}

/** A chart with its title and legend, and the same figures as a table for those who do not see it. */
export function TrendChart({ title, label, caption, dayLabel, series, format }: TrendChartProps) {
  return (
    <figure className={styles.trend}>
      <figcaption>
        <h2>{title}</h2>
        <ul className={styles.legend}>
          {series.map((one) => (
            <li key={one.key}>
              <i
                style={{ background: one.color }}
                data-muted={(one.muted && one.values.length > 1) || undefined}
              />
              {one.label} <small>{one.range}</small>
            </li>
          ))}
        </ul>
      </figcaption>
      <div className={styles.canvas}>
        <Suspense fallback={<Skeleton height="100%" />}>
          <Chart label={label} series={series} format={format} />
        </Suspense>
      </div>
      <TrendTable caption={caption} dayLabel={dayLabel} series={series} format={format} />
    </figure>
  )
}

/** The same in size, before there are figures. */
export function TrendSkeleton({ title }: { title: string }) {
  return (
    <div className={styles.trend}>
      <h2>{title}</h2>
      <p className={styles.legend}>
        <Skeleton width="60%" />
      </p>
      <div className={styles.canvas}>
        <Skeleton height="100%" />
      </div>
    </div>
  )
}
