import { useStore } from '@nanostores/react'
import { VideoDetail } from '#islands/reports/detail/VideoDetail.tsx'
import { EmptyReport } from '#islands/reports/EmptyReport.tsx'
import report from '#islands/reports/Report.module.css'
import { ReportHeader } from '#islands/reports/ReportHeader.tsx'
import { $filter } from '#islands/reports/scope.ts'
import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Message } from '#shared/Message.tsx'
import { ChannelFilter } from './ChannelFilter.tsx'
import { Extremes } from './Extremes.tsx'
import { PriceTrend } from './PriceTrend.tsx'
import { chooseChannel } from './store.ts'
import { useTrend } from './use-trend.ts'
import { VideoSearch } from './VideoSearch.tsx'

/** What a view of a video pays: from day to day, at its best and worst, and for every video. */
export function VideoReportView() {
  const { channel } = useStore($filter)
  const trend = useTrend()
  const gone = channel !== null && trend.error?.code === 'not_found'
  return (
    <div className={report.view}>
      <ReportHeader title={t('video-report:title')}>
        <ChannelFilter />
      </ReportHeader>
      {gone || trend.empty ? (
        <NothingCounted channel={channel} gone={gone} />
      ) : (
        <>
          <PriceTrend trend={trend} />
          <Extremes />
          <VideoSearch />
        </>
      )}
      <VideoDetail />
    </div>
  )
}

interface NothingProps {
  channel: string | null
  /** It is not among the channels that may be seen. */
  gone: boolean
}

function NothingCounted({ channel, gone }: NothingProps) {
  if (channel === null) return <EmptyReport />
  const why = gone ? 'gone' : 'channel'
  return (
    <section className={report.card}>
      <Message title={t(`video-report:empty.${why}`)} text={t(`video-report:empty.${why}Next`)}>
        <Button onClick={() => chooseChannel(null)}>{t('video-report:empty.allChannels')}</Button>
      </Message>
    </section>
  )
}
