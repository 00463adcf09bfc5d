import { useStore } from '@nanostores/react'
import { periods } from '#contract/reports.ts'
import { formatDay } from '#lib/format-day.ts'
import { locale, t } from '#lib/strings.ts'
import { Segmented } from '#shared/Segmented.tsx'
import { Skeleton } from '#shared/Skeleton.tsx'
import styles from './Dashboard.module.css'
import { MemberSelect } from './MemberSelect.tsx'
import { $filter, $manages, choosePeriod } from './store.ts'
import { useShownReport } from './use-shown-report.ts'

const choices = periods.map((value) => ({ value, key: `dashboard:period.${value}` }))

export function DashboardHeader() {
  const { period } = useStore($filter)
  const manages = useStore($manages)
  return (
    <header className={styles.header}>
      <div>
        <h1 tabIndex={-1}>{t('dashboard:title')}</h1>
        <p>
          <CountedTo />
          <span>
            {t('dashboard:estimate')}
            {!manages && ' ·'}
          </span>{' '}
          {!manages && <span>{t('dashboard:netNotice')}</span>}
        </p>
      </div>
      <div className={styles.controls}>
        {manages && <MemberSelect />}
        <Segmented
          label={t('dashboard:period.label')}
          value={period}
          options={choices.map(({ value, key }) => ({ value, label: t(key) }))}
          onChange={choosePeriod}
        />
      </div>
    </header>
  )
}

/** As wide as the day that will stand there. */
const anyDay = '2026-11-28'

const countedTo = (day: string) => t('dashboard:countedTo', { day: formatDay(day, locale()) })

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
