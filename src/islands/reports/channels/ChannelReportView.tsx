import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import type { Currency } from '#contract/platform/params.ts'
import type { ChannelSeries } from '#contract/reports/channel-report.ts'
import { TrendChart, TrendSkeleton } from '#islands/kit/charts/TrendChart.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { EmptyReport } from '#islands/reports/dashboard/EmptyReport.tsx'
import { useMissingFilter } from '#islands/reports/dashboard/use-missing-filter.ts'
import report from '#islands/reports/frame/Report.module.css'
import { ReportHeader } from '#islands/reports/frame/ReportHeader.tsx'
import { createCountFormat, createMoneyFormat, getChartTexts } from '#islands/reports/metrics/chart-format.ts'
import { IncompleteDaysNote } from '#islands/reports/metrics/IncompleteDaysNote.tsx'
import { Totals, TotalsSkeleton } from '#islands/reports/metrics/Totals.tsx'
import { report as totals } from '#islands/reports/state/store.ts'
import { useDisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './ChannelReport.module.css'
import { ChannelsSection } from './ChannelsSection.tsx'
import type { ChannelSelection } from './state/selection.ts'
import { createChannelLines } from './state/series.ts'
import { channelSeries, clearSelection } from './state/store.ts'
import { useQueryResult } from './state/use-query-result.ts'

export function ChannelReportView() {
  const { answer, error } = useQueryResult(totals)
  const missing = useMissingFilter(error)
  return (
    <div className={report.view}>
      <ReportHeader title={t('shell:views.report-channel')} />
      {answer?.data.report === null || missing ? (
        <EmptyReport missing={missing} />
      ) : (
        <>
          <ChannelTotals />
          <ChannelTrends />
          <ChannelsSection />
        </>
      )}
    </div>
  )
}

function ChannelTotals() {
  const { shown, stale, error } = useDisplayedReport()
  const key = useStore(totals.$state).result?.key
  if (shown) {
    return (
      <div className={report.report} aria-busy={stale} data-stale={stale || undefined}>
        <div>
          <SelectionNote {...key} />
          <Totals shown={shown} />
        </div>
      </div>
    )
  }
  return (
    <div className={report.report} aria-busy={error === null} data-failed={error !== null || undefined}>
      <div>
        <SelectionNote {...key} />
        <TotalsSkeleton />
      </div>
      {error ? (
        <div className={styles.failure} role="alert">
          <p className="muted">
            <b>{t('channel-report:failed.totals')}</b> {error.message}
          </p>
          <Button onClick={totals.reload}>{t('common:retry')}</Button>
        </div>
      ) : (
        <p className="visually-hidden" role="status">
          {t('common:loading')}
        </p>
      )}
    </div>
  )
}

interface ShownChannels {
  /** Ids, separated by commas. */
  channels?: string | undefined
  member?: number | undefined
  tag?: number | undefined
}

/** Says whose totals the cards show: they cover the same channels as the charts. */
const SelectionNote = ({ channels, member, tag }: ShownChannels) => (
  <p className={`note ${styles.selectionNote}`} role="status">
    {channels
      ? t('channel-report:chosen.totals', { count: channels.split(',').length })
      : t(`channel-report:chosen.${member || tag ? 'filteredTotals' : 'allTotals'}`)}
  </p>
)

function ChannelTrends() {
  const { answer, stale, error } = useQueryResult(channelSeries)
  if (answer?.data.report) {
    const { data, key } = answer
    return (
      <div className={`${report.report} ${styles.trends}`} aria-busy={stale} data-stale={stale || undefined}>
        <Charts report={answer.data.report} currency={data.currency} selected={key.selected} />
      </div>
    )
  }
  return (
    <div
      className={`${report.report} ${styles.trends}`}
      aria-busy={error === null}
      data-failed={error !== null || undefined}
    >
      <section className={report.columns} aria-hidden="true">
        <TrendSkeleton title={t('channel-report:chart.profit')} />
        <TrendSkeleton title={t('channel-report:chart.views')} />
      </section>
      {error && (
        <div className={report.overlay}>
          <LoadFailure title={t('channel-report:failed.trends')} error={error} onRetry={channelSeries.reload}>
            {/* The URL may name deleted channels. */}
            {error.code === 'not_found' && (
              <Button onClick={clearSelection}>{t('lists:clearSelection')}</Button>
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
  selected: ChannelSelection
}

function Charts({ report: shown, currency, selected }: ChartsProps) {
  const { profit, views, money, counts } = useMemo(
    () => ({
      profit: createChannelLines(shown, selected, 'profit'),
      views: createChannelLines(shown, selected, 'views'),
      money: createMoneyFormat(currency),
      counts: createCountFormat(),
    }),
    [shown, currency, selected],
  )
  const days = formatDayRange(shown.range.from, shown.range.to, locale())
  return (
    <>
      <section className={report.columns}>
        <TrendChart
          {...getChartTexts(t('channel-report:chart.profit'), days)}
          series={profit}
          format={money}
          incompleteDays={shown.incompleteDays}
        />
        <TrendChart
          {...getChartTexts(t('channel-report:chart.views'), days)}
          series={views}
          format={counts}
          incompleteDays={shown.incompleteDays}
        />
      </section>
      <IncompleteDaysNote days={shown.incompleteDays} />
    </>
  )
}
