import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import type { Period } from '#contract/reports.ts'
import type { Currency } from '#contract/site.ts'
import type { ApiError } from '#lib/api.ts'
import { sameQuestion } from '#lib/query.ts'
import { report } from './store.ts'
import type { Report } from './totals.ts'

/** A report with what it was asked for: the words beside its figures must be about the same. */
export interface Shown {
  report: Report
  currency: Currency
  period: Period
  member: number | null
}

interface ShownReport {
  shown: Shown | null
  /** `shown` answers an earlier question; the new answer is on its way. */
  stale: boolean
  /** Nothing to show yet, and nothing went wrong. */
  waiting: boolean
  error: ApiError | null
}

/** After a failure, an answer to another question is not shown: its figures would stand beside wrong choices. */
export function useShownReport(): ShownReport {
  const { question, answer, error } = useStore(report.$state)
  const shown = useMemo(() => shownOf(answer), [answer])
  const stale = answer !== null && !sameQuestion(answer.question, question)
  if (stale && error) return { shown: null, stale: false, waiting: false, error }
  return { shown, stale, waiting: answer === null && error === null, error }
}

function shownOf(answer: ReturnType<typeof report.$state.get>['answer']): Shown | null {
  if (answer === null || answer.data.report === null) return null
  const { period, member } = answer.question
  return { report: answer.data.report, currency: answer.data.currency, period, member }
}
