import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { $isManager } from '#lib/api/session.ts'
import { formatDay, formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $filter } from './filter.ts'
import { members } from './store.ts'
import { useDisplayedReport } from './use-displayed-report.ts'

export function PrintSummary() {
  const { shown } = useDisplayedReport()
  const { period } = useStore($filter)
  const isManager = useStore($isManager)
  const range = shown?.report.range
  const parts = [
    t(`reports:period.${period}`),
    range && formatDayRange(range.from, range.to, locale()),
    isManager && <MemberName key="member" />,
    <PrintDay key="day" />,
  ].filter(Boolean)
  return <p className="print-only">{parts.map((part, at) => [at > 0 && ' · ', part])}</p>
}

function MemberName() {
  const { result } = useStore(members.$state)
  const { member } = useStore($filter)
  if (member === undefined) return t('reports:member.all')
  const known = result?.data.find(({ id }) => id === member)
  return known?.nickname ?? t('reports:member.unknown', { id: member })
}

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
