import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Remark, Remarks } from '#islands/kit/ui/Remarks.tsx'
import { report } from '#islands/reports/state/store.ts'
import { useDisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { $isManager } from '#lib/api/session.ts'
import { formatDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { LateNote } from './LateNote.tsx'
import { MemberSelect } from './MemberSelect.tsx'
import { PrintSummary } from './PrintSummary.tsx'
import { RangeNote } from './RangeNote.tsx'
import styles from './Report.module.css'
import { TimeControls } from './TimeControls.tsx'

interface ReportHeaderProps {
  title: string
  children?: ReactNode
}

export function ReportHeader({ title, children }: ReportHeaderProps) {
  const isManager = useStore($isManager)
  const isFirstRun = useIsFirstRun()
  if (isFirstRun) {
    return (
      <header className={styles.header}>
        <h1 tabIndex={-1}>{title}</h1>
        {isManager && (
          <div className={styles.controls}>
            <MemberSelect />
          </div>
        )}
      </header>
    )
  }
  return (
    <>
      <header className={styles.header}>
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          <p className="note">
            <Remarks>
              <LastDay />
              <Remark>{t('reports:estimate')}</Remark>
              <Remark audience="member">{t('reports:netNotice')}</Remark>
            </Remarks>
          </p>
          <LateNote />
        </div>
        <div className={styles.controls}>
          {isManager && <MemberSelect />}
          {children}
          <TimeControls />
        </div>
      </header>
      <PrintSummary />
      <RangeNote />
    </>
  )
}

/** Without any figures, periods have nothing to choose from. */
function useIsFirstRun(): boolean {
  const { result } = useStore(report.$state)
  return result !== null && result.data.report === null && result.key.member === undefined
}

const placeholderDay = '2026-11-28'

const formatLastDay = (day: string) => t('reports:countedTo', { day: formatDay(day, locale()) })

function LastDay() {
  const { shown, isLoading } = useDisplayedReport()
  if (shown) return <Remark>{formatLastDay(shown.report.range.to)}</Remark>
  return isLoading ? (
    <Remark>
      <Skeleton>{formatLastDay(placeholderDay)}</Skeleton>
    </Remark>
  ) : null
}
