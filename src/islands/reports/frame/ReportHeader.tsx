import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { Remark, Remarks } from '#islands/kit/ui/Remarks.tsx'
import { SavedViews } from '#islands/kit/views/SavedViews.tsx'
import { afterTrends } from '#islands/reports/state/after-trends.ts'
import { report } from '#islands/reports/state/store.ts'
import { useDisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { $seesNetwork } from '#lib/api/session.ts'
import { formatDay } from '#lib/format/day.ts'
import { loadStrings } from '#lib/i18n/load-strings.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import { LateNote } from './LateNote.tsx'
import { MemberSelect } from './MemberSelect.tsx'
import { PrintSummary } from './PrintSummary.tsx'
import { RangeNote } from './RangeNote.tsx'
import styles from './Report.module.css'
import { TimeControls } from './TimeControls.tsx'

const noProps = {}

/** Loads and renders after the figures. Room is kept for it where the person has tags. */
const lazyTagFilter = lazyComponent(async () => {
  await afterTrends()
  const [{ TagFilter }] = await Promise.all([import('./tags/TagFilter.tsx'), loadStrings('channel-tags')])
  return TagFilter
})

interface ReportHeaderProps {
  title: string
  children?: ReactNode
}

export function ReportHeader({ title, children }: ReportHeaderProps) {
  const seesNetwork = useStore($seesNetwork)
  const isFirstRun = useIsFirstRun()
  if (isFirstRun) {
    return (
      <header className={styles.header}>
        <h1 tabIndex={-1}>{title}</h1>
        {seesNetwork && (
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
          <div className={styles.title}>
            <h1 tabIndex={-1}>{title}</h1>
            <SavedViews />
          </div>
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
          {seesNetwork && <MemberSelect />}
          <Lazy component={lazyTagFilter} props={noProps} fallback={<span className={styles.tags} />} />
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
  return result !== null && result.data.report === null && !isNarrowed(result.key)
}

const isNarrowed = ({ member, tag }: { member: number | undefined; tag: number | undefined }) =>
  member !== undefined || tag !== undefined

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
