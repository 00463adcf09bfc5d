import { useStore } from '@nanostores/react'
import { EmptyReport } from '#islands/reports/EmptyReport.tsx'
import { $filter } from '#islands/reports/filter.ts'
import report from '#islands/reports/Report.module.css'
import { ReportHeader } from '#islands/reports/ReportHeader.tsx'
import { useIsMemberMissing } from '#islands/reports/use-is-member-missing.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Lazy } from '#islands/ui/Lazy.tsx'
import { Message } from '#islands/ui/Message.tsx'
import { t } from '#lib/i18n/strings.ts'
import { ChannelFilter } from './ChannelFilter.tsx'
import { Extremes } from './Extremes.tsx'
import { lazyPriceSpread } from './lazy-price-spread.ts'
import { PriceSpreadSkeleton } from './PriceSpreadCard.tsx'
import { PriceTrend } from './PriceTrend.tsx'
import { setChannel } from './store.ts'
import { useTrend } from './use-trend.ts'
import { VideoSearch } from './VideoSearch.tsx'

const noProps = {}

export function VideoReportView() {
  const { channel } = useStore($filter)
  const trend = useTrend()
  const isMemberMissing = useIsMemberMissing(channel === undefined ? trend.error : null)
  const isMissing = channel !== undefined && trend.error?.code === 'not_found'
  return (
    <div className={report.view}>
      <ReportHeader title={t('video-report:title')}>
        <ChannelFilter />
      </ReportHeader>
      {isMemberMissing ? (
        <EmptyReport isMemberMissing />
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
