import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { periods } from '#contract/reports.ts'
import { formatDay } from '#lib/format-day.ts'
import { $isManager } from '#lib/session.ts'
import { locale, t } from '#lib/strings.ts'
import { Segmented } from '#shared/Segmented.tsx'
import { Skeleton } from '#shared/Skeleton.tsx'
import { MemberSelect } from './MemberSelect.tsx'
import { PrintedLine } from './PrintedLine.tsx'
import styles from './Report.module.css'
import { $filter } from './scope.ts'
import { choosePeriod } from './store.ts'
import { useShownReport } from './use-shown-report.ts'

const choices = periods.map((value) => ({ value, key: `reports:period.${value}` }))

interface ReportHeaderProps {
  title: string
  /** More to choose from, before the period. */
  children?: ReactNode
}

/** What every report begins with: to which day it counts, and for whom and when it is asked. */
export function ReportHeader({ title, children }: ReportHeaderProps) {
  const { period } = useStore($filter)
  const manages = useStore($isManager)
  return (
    <>
      <header className={styles.header}>
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          <p>
            <CountedTo />
            <span>
              {t('reports:estimate')}
              {!manages && ' ·'}
            </span>{' '}
            {!manages && <span>{t('reports:netNotice')}</span>}
          </p>
        </div>
        <div className={styles.controls}>
          {manages && <MemberSelect />}
          {children}
          <Segmented
            label={t('reports:period.label')}
            value={period}
            options={choices.map(({ value, key }) => ({ value, label: t(key) }))}
            onChange={choosePeriod}
          />
        </div>
      </header>
      <PrintedLine />
    </>
  )
}

/** As wide as the day that will stand there. */
const anyDay = '2026-11-28'

const countedTo = (day: string) => t('reports:countedTo', { day: formatDay(day, locale()) })

function CountedTo() {
  const { shown, waiting } = useShownReport()
  if (shown)
    return (
      <>
        <span>{countedTo(shown.report.range.to)} ·</span>{' '}
      </>
    )
  return waiting ? <Skeleton>{countedTo(anyDay)} · </Skeleton> : null
}
