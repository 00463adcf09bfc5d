import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { formatSelectedMember } from '#islands/kit/forms/combobox/MemberCombobox.tsx'
import { $selectedMember } from '#islands/kit/forms/combobox/member-search.ts'
import { $tagName } from '#islands/kit/views/tag-name.ts'
import { $filter } from '#islands/reports/state/filter.ts'
import { useDisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { $seesNetwork } from '#lib/api/session.ts'
import { formatDay, formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'

export function PrintSummary() {
  const { shown } = useDisplayedReport()
  const { period, tag } = useStore($filter)
  const seesNetwork = useStore($seesNetwork)
  const range = shown?.report.range
  const parts = [
    period !== 'custom' && t(`reports:period.${period}`),
    range && formatDayRange(range.from, range.to, locale()),
    seesNetwork && <MemberName key="member" />,
    tag !== undefined && <TagName key="tag" />,
    <PrintDay key="day" />,
  ].filter(Boolean)
  return <p className="print-only">{parts.map((part, at) => [at > 0 && ' · ', part])}</p>
}

function MemberName() {
  const selected = useStore($selectedMember)
  return selected ? formatSelectedMember(selected) : t('member-filter:all')
}

const TagName = () => `${t('reports:tag')} ${useStore($tagName) ?? ''}`

function PrintDay() {
  const element = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const updateDay = () => {
      const day = formatDay(new Date().toLocaleDateString('sv'), locale())
      element.current?.replaceChildren(t('reports:charts.printed', { day }))
    }
    updateDay()
    addEventListener('beforeprint', updateDay)
    return () => removeEventListener('beforeprint', updateDay)
  }, [])
  return <span ref={element} />
}
