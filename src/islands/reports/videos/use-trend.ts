import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { $filter } from '#islands/reports/scope.ts'
import { report } from '#islands/reports/store.ts'
import type { Shown } from '#islands/reports/use-shown-report.ts'
import type { ApiError } from '#lib/api.ts'
import { sameQuestion } from '#lib/query.ts'
import { channelReport } from './store.ts'

type State = ReturnType<typeof report.$state.get> | ReturnType<typeof channelReport.$state.get>

interface Trend {
  shown: Shown | null
  /** `shown` answers an earlier question. */
  stale: boolean
  error: ApiError | null
  /** Nothing has been counted yet for what is asked. */
  empty: boolean
  reload: () => void
}

const answersNow = ({ question, answer }: State) => answer !== null && sameQuestion(answer.question, question)

/** The days of the chosen channel, or of all. */
export function useTrend(): Trend {
  const { channel } = useStore($filter)
  const all = useStore(report.$state)
  const one = useStore(channelReport.$state)
  const [wanted, other]: [State, State] = channel === null ? [all, one] : [one, all]
  const current = answersNow(wanted)
  const answer = answerOf(wanted, other)
  const shown = useMemo(() => shownOf(answer), [answer])
  return {
    shown,
    stale: shown !== null && !current,
    error: shown ? null : wanted.error,
    empty: current && shown === null,
    reload: (channel === null ? report : channelReport).reload,
  }
}

/** The last answer stays until the next is there; after a failure its figures would stand beside wrong choices. */
function answerOf(wanted: State, other: State): State['answer'] {
  if (answersNow(wanted)) return wanted.answer
  return wanted.error ? null : (wanted.answer ?? other.answer)
}

function shownOf(answer: State['answer']): Shown | null {
  if (answer === null || answer.data.report === null) return null
  const { period, member } = answer.question
  return { report: answer.data.report, currency: answer.data.currency, period, member }
}
