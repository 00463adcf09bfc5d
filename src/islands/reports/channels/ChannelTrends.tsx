import { useMemo } from 'react'
import type { ChannelSeries } from '#contract/channel-report.ts'
import type { Currency } from '#contract/site.ts'
import { countFormat, moneyFormat } from '#islands/reports/chart-format.ts'
import { LoadFailure } from '#islands/reports/LoadFailure.tsx'
import report from '#islands/reports/Report.module.css'
import { formatDayRange } from '#lib/format-day.ts'
import { locale, t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { TrendChart, TrendSkeleton } from '#shared/TrendChart.tsx'
import styles from './ChannelReport.module.css'
import type { Chosen } from './chosen.ts'
import { channelLines, type Figure } from './series.ts'
import { channelSeries, showAllChannels } from './store.ts'
import { useAnswer } from './use-answer.ts'

/** Profit and views a day, a line for each channel. */
export function ChannelTrends() {
  const { answer, stale, error } = useAnswer(channelSeries)
  if (answer?.data.report) {
    const { data, question } = answer
    return (
      <div className={`${report.report} ${styles.trends}`} aria-busy={stale} data-stale={stale || undefined}>
        <Charts report={answer.data.report} currency={data.currency} chosen={question.chosen} />
      </div>
    )
  }
  return (
    <div
      className={`${report.report} ${styles.trends}`}
      aria-busy={error === null}
      data-failed={error !== null || undefined}
    >
      <section className={report.trends} aria-hidden="true">
        <TrendSkeleton title={t('channel-report:chart.profit')} />
        <TrendSkeleton title={t('channel-report:chart.views')} />
      </section>
      {error && (
        <div className={report.over}>
          <LoadFailure title={t('channel-report:failed.trends')} error={error} onRetry={channelSeries.reload}>
            {/* The address may name channels that are not, or no longer, there. */}
            {error.code === 'not_found' && (
              <Button onClick={showAllChannels}>{t('channel-report:chosen.clear')}</Button>
            )}
          </LoadFailure>
        </div>
      )}
    </div>
  )
}

interface ChartsProps {
  report: NonNullable<ChannelSeries['report']>
  currency: Currency
  chosen: Chosen
}

function Charts({ report: shown, currency, chosen }: ChartsProps) {
  const { profit, views, money, counts } = useMemo(
    () => ({
      profit: channelLines(shown, chosen, 'profit'),
      views: channelLines(shown, chosen, 'views'),
      money: moneyFormat(currency),
      counts: countFormat(),
    }),
    [shown, currency, chosen],
  )
  const days = formatDayRange(shown.range.from, shown.range.to, locale())
  return (
    <section className={report.trends}>
      <TrendChart {...words('profit', days)} series={profit} format={money} />
      <TrendChart {...words('views', days)} series={views} format={counts} />
    </section>
  )
}

function words(figure: Figure, range: string) {
  const title = t(`channel-report:chart.${figure}`)
  return {
    title,
    label: t('reports:chart.keys', { title }),
    caption: t('reports:chart.table', { title, range }),
    dayLabel: t('reports:chart.day'),
  }
}
