import { useStore } from '@nanostores/react'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { EmptyReport } from '#islands/reports/dashboard/EmptyReport.tsx'
import report from '#islands/reports/frame/Report.module.css'
import { ReportHeader } from '#islands/reports/frame/ReportHeader.tsx'
import { $filter } from '#islands/reports/state/filter.ts'
import { useIsMemberMissing } from '#islands/reports/state/use-is-member-missing.ts'
import { t } from '#lib/i18n/strings.ts'
import { ChannelFilter } from './ChannelFilter.tsx'
import { Extremes } from './Extremes.tsx'
import { lazyPriceSpread } from './price/lazy-price-spread.ts'
import { PriceSpreadSkeleton } from './price/PriceSpreadCard.tsx'
import { PriceTrend } from './price/PriceTrend.tsx'
import { setChannel } from './state/store.ts'
import { useTrend } from './state/use-trend.ts'
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
