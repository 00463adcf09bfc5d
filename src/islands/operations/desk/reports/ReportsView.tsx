import { useStore } from '@nanostores/react'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import { addDays } from '#contract/reports/calendar.ts'
import { defaultCalendarDays, type readDeskReports } from '#contract/reports/desk/calendar.ts'
import { Select } from '#islands/kit/forms/Select.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { ScreenHeader } from '#islands/kit/ui/ScreenHeader.tsx'
import { formatDayRange } from '#lib/format/day.ts'
import { listFacts } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import marks from './Calendar.module.css'
import { Calendar } from './Calendar.tsx'
import { CellPanel } from './CellPanel.tsx'
import { Connections } from './Connections.tsx'
import { EmptyCells } from './EmptyCells.tsx'
import styles from './Reports.module.css'
import { calendar, showRange } from './store.ts'
import { useShownDays } from './use-shown-days.ts'

export function ReportsView() {
  const { result, error } = useStore(calendar.$state)
  return (
    <div className={styles.page}>
      <ScreenHeader title={t('desk:views.reports')} lead={result ? describeRange(result.data) : ''}>
        {result && <RangeControls data={result.data} />}
      </ScreenHeader>
      {error && !result ? (
        <section className="card center">
          <LoadFailure title={t('desk-reports:failed')} error={error} onRetry={calendar.reload} />
        </section>
      ) : result ? (
        <Reports data={result.data} />
      ) : (
        <ReportsSkeleton />
      )}
    </div>
  )
}

type CalendarData = EndpointOutput<typeof readDeskReports>

const describeRange = ({ from, to, owners }: CalendarData): string =>
  listFacts([formatDayRange(from, to, locale()), t('desk-reports:owners', { count: owners.length })])

const dayChoices = [defaultCalendarDays, 100, 400] as const

/** Steps by what is shown. */
function RangeControls({ data: { from, to, latest } }: { data: CalendarData }) {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  const step = useShownDays(days)
  const later = addDays(to, step)
  const show = (day: string) => showRange({ to: day < latest ? day : undefined, days })
  return (
    <span className={styles.range}>
      <button
        type="button"
        className="icon-button"
        aria-label={t('desk-reports:earlier')}
        onClick={() => show(addDays(to, -step))}
      >
        <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M12 5 7 10l5 5" />
        </svg>
      </button>
      <Select
        label={t('desk-reports:length')}
        value={String(days)}
        options={dayChoices.map((count) => ({
          value: String(count),
          label: t('desk-reports:days', { count }),
        }))}
        onChange={(value) => showRange({ to: to < latest ? to : undefined, days: Number(value) })}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={t('desk-reports:later')}
        disabled={to >= latest}
        onClick={() => show(later)}
      >
        <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d="m8 5 5 5-5 5" />
        </svg>
      </button>
    </span>
  )
}

function Reports({ data }: { data: CalendarData }) {
  const { owners } = data
  if (owners.length === 0)
    return (
      <section className="card center">
        <Message title={t('desk-reports:nothing.title')} text={t('desk-reports:nothing.text')} />
      </section>
    )
  return (
    <>
      <section className={`${styles.board} ${marks.marks}`}>
        <EmptyCells owners={owners} range={data} />
        <Calendar owners={owners} range={data} />
      </section>
      <div className={styles.columns}>
        <Connections owners={owners} />
        <CellPanel />
      </div>
    </>
  )
}

const skeletonRows = [1, 2, 3, 4, 5, 6, 7, 8]

const ReportsSkeleton = () => (
  <div aria-busy="true">
    <p className="visually-hidden" role="status">
      {t('common:loading')}
    </p>
    <div className={styles.board} aria-hidden="true">
      <div className={styles.skeleton}>
        <Skeleton width="30%" height="48px" />
        {skeletonRows.map((row) => (
          <Skeleton key={row} height="26px" />
        ))}
      </div>
    </div>
  </div>
)
