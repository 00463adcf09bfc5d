import { useStore } from '@nanostores/react'
import { exportMonth, type MonthState } from '#contract/settlement/months.ts'
import { Select } from '#islands/kit/forms/Select.tsx'
import { ExportButton } from '#islands/kit/ui/ExportButton.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { ScreenHeader } from '#islands/kit/ui/ScreenHeader.tsx'
import { SavedViews } from '#islands/kit/views/SavedViews.tsx'
import { formatMonth } from '#lib/format/day.ts'
import { missingValue } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { addValue } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { navigate } from '#lib/navigation/router.ts'
import styles from './state/Months.module.css'
import { getMonthPath } from './state/month-path.ts'
import { $detail, $filter, $month, months } from './state/store.ts'

export function MonthHeader() {
  const { detail, error } = useStore($detail)
  const { krwMicros } = useStore($filter)
  return (
    <ScreenHeader title={t('shell:views.months')} lead={t('months:lead')}>
      <div className={styles.controls}>
        <SavedViews />
        <MonthPicker />
        {!detail && !error && <ExportSkeleton />}
        {detail && (
          <ExportButton
            endpoint={exportMonth}
            query={{ month: detail.month, krwMicros: detail.state === 'open' ? krwMicros : undefined }}
            table={t('months:export.month', { month: formatMonth(detail.month, locale()) })}
          />
        )}
      </div>
    </ScreenHeader>
  )
}

/** Reserves the width of the button, which has its own row on a phone. */
const ExportSkeleton = () => (
  <span className="button small" aria-hidden="true">
    <Skeleton>{t('common:export.button')}</Skeleton>
  </span>
)

function MonthPicker() {
  const month = useStore($month)
  const { result } = useStore(months.$state)
  const states = new Map(result?.data.months.map((summary) => [summary.month, summary.state]))
  const listed = [...states.keys()]
  // An address may name a month that is not listed.
  const all = month === null || listed.includes(month) ? listed : [...listed, month].sort().reverse()
  const at = month === null ? -1 : all.indexOf(month)
  return (
    <nav className={styles.picker} aria-label={t('lists:month')}>
      <Step month={all[at + 1]} label="previous" path="M10 3.5 5.5 8l4.5 4.5" />
      <Select
        label={t('lists:month')}
        value={month ?? ''}
        options={
          all.length > 0
            ? all.map((value) => ({ value, label: describeMonth(value, states.get(value)) }))
            : [{ value: '', label: result ? missingValue : t('common:loading') }]
        }
        onChange={(value) => navigate(getMonthPath(value))}
      />
      <Step month={at > 0 ? all[at - 1] : undefined} label="next" path="M6 3.5 10.5 8 6 12.5" />
    </nav>
  )
}

/** "2026년 10월 · 초안". */
const describeMonth = (month: string, state: MonthState = 'released'): string =>
  [formatMonth(month, locale()), ...(state === 'released' ? [] : [t(`months:state.${state}`)])].join(' · ')

interface StepProps {
  month: string | undefined
  label: 'previous' | 'next'
  path: string
}

function Step({ month, label, path }: StepProps) {
  const icon = (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  )
  if (!month)
    return (
      <span className="icon-button" data-disabled>
        {icon}
      </span>
    )
  return (
    <a className="icon-button" href={localizePath(getMonthPath(month), locale())}>
      {icon}
      <span className="visually-hidden">
        {addValue(t(`months:picker.${label}`), formatMonth(month, locale()))}
      </span>
    </a>
  )
}
