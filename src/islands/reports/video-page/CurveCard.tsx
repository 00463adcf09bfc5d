import { useMemo, useState } from 'react'
import type { Currency } from '#contract/platform/params.ts'
import { countDays } from '#contract/reports/calendar.ts'
import { getProfit } from '#contract/reports/reports.ts'
import { maxComparedVideos, type VideoDetail } from '#contract/reports/video-detail.ts'
import type { ChartFormat, ChartSeries } from '#islands/kit/charts/series.ts'
import { TrendChart, TrendSkeleton } from '#islands/kit/charts/TrendChart.tsx'
import { ChartStateContext, createChartState } from '#islands/kit/charts/viewport.ts'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { createMoneyFormat } from '#islands/reports/metrics/chart-format.ts'
import { formatDayShort } from '#lib/format/day.ts'
import { addNote } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { type Curve, countUsualVideos, listCurveDays } from './curve-reading.ts'
import { curve as curveQuery } from './store.ts'
import { useCurve } from './use-video-reading.ts'
import styles from './VideoPage.module.css'

/** Shows profit by days since upload, compared with the usual for the channel. */
export function CurveCard({ detail }: { detail: VideoDetail | null }) {
  const { data, error } = useCurve()
  if (error && !data && detail) {
    return (
      <section className={styles.placeholder}>
        <LoadFailure title={t('video-page:curve.failed')} error={error} onRetry={curveQuery.reload} />
      </section>
    )
  }
  if (!data || !detail) return <CurveSkeleton />
  if (!data.curve) {
    return (
      <section className={styles.placeholder}>
        <h2>{t('video-page:curve.title')}</h2>
        <p className="note">{t('video-page:curve.none')}</p>
      </section>
    )
  }
  return <CurveChart curve={data.curve} currency={data.currency} />
}

const CurveSkeleton = () => (
  <div aria-hidden="true">
    <TrendSkeleton title={t('video-page:curve.title')} />
    <p className="note">&nbsp;</p>
  </div>
)

function CurveChart({ curve, currency }: { curve: Curve; currency: Currency }) {
  // The days count from the upload, so zoom and hidden series are not shared with the charts of the period.
  const [chartState] = useState(createChartState)
  const { series, format, incompleteDays } = useMemo(
    () => ({
      series: createCurveSeries(curve),
      format: createAgeFormat(curve, currency),
      incompleteDays: listUnknownDays(curve),
    }),
    [curve, currency],
  )
  return (
    <div data-chart="curve">
      <ChartStateContext value={chartState}>
        <TrendChart
          title={t('video-page:curve.title')}
          label={t('video-page:curve.keys')}
          caption={t('video-page:curve.table')}
          dayLabel={t('video-page:curve.ageDay')}
          series={series}
          format={format}
          incompleteDays={incompleteDays}
        />
      </ChartStateContext>
      {series.length > 1 && (
        <p className="note">{t('video-page:curve.method', { count: maxComparedVideos })}</p>
      )}
    </div>
  )
}

function createCurveSeries(curve: Curve): ChartSeries[] {
  const days = listCurveDays(curve)
  const videos = countUsualVideos(curve)
  const own: ChartSeries = {
    key: 'video',
    label: t('video-page:curve.video'),
    color: 'var(--primary-ink)',
    days,
    values: getProfit<Curve['usual']['low']>(curve),
    filled: true,
  }
  if (videos === 0) return [own]
  const { low, median, high } = curve.usual
  const upTo = (values: Curve['usual']['low']) => values.slice(0, days.length)
  const usual: ChartSeries = {
    key: 'usual',
    label: t('video-page:curve.usual', { count: videos }),
    color: 'var(--ink-3)',
    days,
    values: upTo(median),
    muted: true,
    band: { low: upTo(low), high: upTo(high) },
  }
  return [own, usual]
}

const listUnknownDays = (curve: Curve): string[] => {
  const values = getProfit<Curve['usual']['low']>(curve)
  return listCurveDays(curve).filter((_, age) => values[age] === null)
}

function createAgeFormat({ publishedDay }: Curve, currency: Currency): ChartFormat {
  const dayShort = (day: string) => {
    const count = countDays({ from: publishedDay, to: day })
    return count === 1 ? t('video-page:curve.firstDay') : t('video-page:curve.day', { count })
  }
  return {
    ...createMoneyFormat(currency),
    dayShort,
    day: (day) => addNote(dayShort(day), formatDayShort(day, locale())),
  }
}
