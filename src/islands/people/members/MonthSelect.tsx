import { useStore } from '@nanostores/react'
import { Select } from '#islands/kit/forms/Select.tsx'
import { formatMonth } from '#lib/format/day.ts'
import { missingValue } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $filter, memberList, showMonth } from './store.ts'

export function MonthSelect() {
  const { month } = useStore($filter)
  const { result, error } = useStore(memberList.$state)
  const report = result?.data.report
  const months = report?.months ?? []
  const placeholder = report === null ? t('members:month.none') : error ? missingValue : t('common:loading')
  return (
    <Select
      label={t('members:month.label')}
      value={months.find((one) => one === month) ?? months[0] ?? ''}
      options={
        report
          ? months.map((value) => ({ value, label: formatMonth(value, locale()) }))
          : [{ value: '', label: placeholder }]
      }
      onChange={(value) => showMonth(value === months[0] ? undefined : value)}
    />
  )
}
