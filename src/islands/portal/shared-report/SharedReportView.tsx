import type { ReactNode } from 'react'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { t } from '#lib/i18n/strings.ts'
import { Countries } from './Countries.tsx'
import { DailyViews } from './DailyViews.tsx'
import { ReportSkeleton } from './ReportSkeleton.tsx'
import styles from './SharedReport.module.css'
import { SharedReportHead } from './SharedReportHead.tsx'
import { SharedTotals } from './SharedTotals.tsx'
import { TopVideos } from './TopVideos.tsx'
import { useSharedReport } from './use-shared-report.ts'

export function SharedReportView() {
  const { state, retry } = useSharedReport()
  switch (state.name) {
    case 'loading':
      return <ReportSkeleton />
    case 'closed':
    case 'expired':
      return (
        <Outcome>
          <Message
            failed
            title={t(`shared-report:${state.name}.title`)}
            text={t(`shared-report:${state.name}.text`)}
          />
        </Outcome>
      )
    case 'failed':
      return (
        <Outcome>
          <LoadFailure title={t('shared-report:failed')} error={state.error} onRetry={retry} />
        </Outcome>
      )
    case 'open': {
      const { shared } = state
      const { report } = shared
      return (
        <div className={styles.page}>
          <SharedReportHead shared={shared} />
          {report === null ? (
            <section className={styles.message}>
              <Message title={t('shared-report:empty.title')} text={t('shared-report:empty.text')} />
            </section>
          ) : (
            <>
              <SharedTotals report={report} />
              <DailyViews report={report} />
              <div className={styles.columns} data-single={report.countries.length === 0 || undefined}>
                <TopVideos videos={report.videos} channels={shared.channels} />
                {report.countries.length > 0 && <Countries countries={report.countries} />}
              </div>
              <Footnotes shared={shared} />
            </>
          )}
        </div>
      )
    }
  }
}

const Outcome = ({ children }: { children: ReactNode }) => (
  <div className={styles.page}>
    <h1 className="visually-hidden">{t('shared-report:title')}</h1>
    <section className={styles.message}>{children}</section>
  </div>
)

function Footnotes({ shared }: Pick<Parameters<typeof SharedReportHead>[0], 'shared'>) {
  const hasSubscribers = shared.channels.some(({ subscribers }) => subscribers !== null)
  return (
    <footer className={styles.notes}>
      <p>{t('shared-report:source')}</p>
      {shared.report?.money && <p>{t('shared-report:estimate')}</p>}
      {hasSubscribers && <p>{t('shared-report:subscribersNote')}</p>}
    </footer>
  )
}
