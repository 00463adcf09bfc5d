import { EmptyReport } from '#islands/reports/dashboard/EmptyReport.tsx'
import report from '#islands/reports/frame/Report.module.css'
import { ReportHeader } from '#islands/reports/frame/ReportHeader.tsx'
import { report as totals } from '#islands/reports/state/store.ts'
import { useIsMemberMissing } from '#islands/reports/state/use-is-member-missing.ts'
import { t } from '#lib/i18n/strings.ts'
import { ChannelsSection } from './ChannelsSection.tsx'
import { ChannelTotals } from './ChannelTotals.tsx'
import { ChannelTrends } from './ChannelTrends.tsx'
import { useQueryResult } from './state/use-query-result.ts'

export function ChannelReportView() {
  const { answer, error } = useQueryResult(totals)
  const isMemberMissing = useIsMemberMissing(error)
  return (
    <div className={report.view}>
      <ReportHeader title={t('channel-report:title')} />
      {answer?.data.report === null || isMemberMissing ? (
        <EmptyReport isMemberMissing={isMemberMissing} />
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
