import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { formatDay, formatDayRange } from '#lib/format-day.ts'
import { $isManager } from '#lib/session.ts'
import { locale, t } from '#lib/strings.ts'
import { $filter } from './scope.ts'
import { members } from './store.ts'
import { useShownReport } from './use-shown-report.ts'

/** On paper, in place of the choices: what is shown, and when it was printed. */
export function PrintedLine() {
  const { shown } = useShownReport()
  const { period } = useStore($filter)
  const manages = useStore($isManager)
  const range = shown?.report.range
  const parts = [
    t(`reports:period.${period}`),
    range && formatDayRange(range.from, range.to, locale()),
    manages && <MemberName key="member" />,
    <PrintDay key="day" />,
  ].filter(Boolean)
  return <p className="print-only">{parts.map((part, at) => [at > 0 && ' · ', part])}</p>
}

function MemberName() {
  const { answer } = useStore(members.$state)
  const { member } = useStore($filter)
  if (member === null) return t('reports:member.all')
  const known = answer?.data.find(({ id }) => id === member)
  return known?.nickname ?? t('reports:member.unknown', { id: member })
}

/** The day is that of the printing, however long the page was open. */
function PrintDay() {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const stamp = () => {
      const day = formatDay(new Date().toLocaleDateString('sv'), locale())
      place.current?.replaceChildren(t('reports:charts.printed', { day }))
    }
    stamp()
    addEventListener('beforeprint', stamp)
    return () => removeEventListener('beforeprint', stamp)
  }, [])
  return <span ref={place} />
}
