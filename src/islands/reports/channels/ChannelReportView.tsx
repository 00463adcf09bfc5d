import { EmptyReport } from '#islands/reports/EmptyReport.tsx'
import report from '#islands/reports/Report.module.css'
import { ReportHeader } from '#islands/reports/ReportHeader.tsx'
import { report as totals } from '#islands/reports/store.ts'
import { t } from '#lib/strings.ts'
import { Channels } from './Channels.tsx'
import { ChannelTotals } from './ChannelTotals.tsx'
import { ChannelTrends } from './ChannelTrends.tsx'
import { useAnswer } from './use-answer.ts'

/** What each channel earned and how it was watched in a period: totals, trends of some, and the table of all. */
export function ChannelReportView() {
  const { answer } = useAnswer(totals)
  return (
    <div className={report.view}>
      <ReportHeader title={t('channel-report:title')} />
      {answer?.data.report === null ? (
        <EmptyReport />
      ) : (
        <>
          <ChannelTotals />
          <ChannelTrends />
          <Channels />
        </>
      )}
    </div>
  )
}
