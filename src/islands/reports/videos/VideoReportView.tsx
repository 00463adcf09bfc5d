import { useStore } from '@nanostores/react'
import type { ChannelPage } from '#contract/reports/channel-report.ts'
import { getProfit } from '#contract/reports/reports.ts'
import { Combobox, type ComboboxOption } from '#islands/kit/forms/combobox/Combobox.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { EmptyReport } from '#islands/reports/dashboard/EmptyReport.tsx'
import { useMissingFilter } from '#islands/reports/dashboard/use-missing-filter.ts'
import report from '#islands/reports/frame/Report.module.css'
import { ReportHeader } from '#islands/reports/frame/ReportHeader.tsx'
import { afterTrends } from '#islands/reports/state/after-trends.ts'
import { $filter } from '#islands/reports/state/filter.ts'
import { isSameKey } from '#lib/api/query.ts'
import { formatMoney, formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import { Extremes } from './Extremes.tsx'
import { PriceSpreadSkeleton } from './price/PriceSpreadCard.tsx'
import { PriceTrend } from './price/PriceTrend.tsx'
import { $selectedChannel, channelOptions, searchChannels, setChannel } from './state/store.ts'
import { useTrend } from './state/use-trend.ts'
import { VideoSearch } from './VideoSearch.tsx'

const noProps = {}

export function VideoReportView() {
  const { channel } = useStore($filter)
  const trend = useTrend()
  const missing = useMissingFilter(channel === undefined ? trend.error : null)
  const isMissing = channel !== undefined && trend.error?.code === 'not_found'
  return (
    <div className={report.view}>
      <ReportHeader title={t('shell:views.report-video')}>
        <ChannelFilter />
      </ReportHeader>
      {missing ? (
        <EmptyReport missing={missing} />
      ) : isMissing || trend.isEmpty ? (
        <EmptyVideoReport channel={channel} isMissing={isMissing} />
      ) : (
        <>
          <PriceTrend trend={trend} />
          <Lazy component={lazyPriceSpread} props={noProps} fallback={<PriceSpreadSkeleton />} />
          <Extremes />
          <VideoSearch />
        </>
      )}
    </div>
  )
}

interface EmptyVideoReportProps {
  channel: string | undefined
  isMissing: boolean
}

function EmptyVideoReport({ channel, isMissing }: EmptyVideoReportProps) {
  if (channel === undefined) return <EmptyReport />
  const reason = isMissing ? 'gone' : 'channel'
  return (
    <section className="card">
      <Message title={t(`video-report:empty.${reason}`)} text={t(`video-report:empty.${reason}Next`)}>
        <Button onClick={() => setChannel(null)}>{t('video-report:empty.allChannels')}</Button>
      </Message>
    </section>
  )
}

function ChannelFilter() {
  const selected = useStore($selectedChannel)
  const { key, result, error } = useStore(channelOptions.$state)
  const found = result && isSameKey(result.key, key) ? result.data : null
  return (
    <Combobox
      label={t('shell:views.channel')}
      placeholder={t('lists:allChannels')}
      clearLabel={t('video-report:channel.clear')}
      selected={selected && { value: selected.channelId, label: selected.name }}
      options={result && !error ? toOptions(result.data) : []}
      message={error ? t('video-report:channel.failed') : formatStatus(found)}
      onSearch={searchChannels}
      onChoose={(option) => setChannel(option && { channelId: option.value, name: option.label })}
    />
  )
}

const toOptions = ({ channels, currency }: ChannelPage): ComboboxOption[] =>
  channels.map(({ channelId, name, ...figures }) => ({
    value: channelId,
    label: name,
    note: formatMoney(getProfit(figures), currency, locale()),
  }))

function formatStatus(found: ChannelPage | null): string {
  if (found === null) return t('common:loading')
  const { total, channels } = found
  if (total === 0) return t('video-report:channel.none')
  if (total === channels.length) return t('common:channelCount', { count: total })
  return t('video-report:channel.more', {
    total: formatNumber(total, locale()),
    shown: formatNumber(channels.length, locale()),
  })
}

/** Loads and renders after the chart, because it is below the fold. */
const lazyPriceSpread = lazyComponent(async () => {
  await afterTrends()
  return (await import('./price/PriceSpread.tsx')).PriceSpread
})
