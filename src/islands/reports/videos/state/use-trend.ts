import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { $filter } from '#islands/reports/state/filter.ts'
import { report } from '#islands/reports/state/store.ts'
import { type DisplayedReport, toDisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import type { ApiError } from '#lib/api/call.ts'
import { isSameKey } from '#lib/api/query.ts'
import { channelReport } from './store.ts'

type State = ReturnType<typeof report.$state.get> | ReturnType<typeof channelReport.$state.get>

interface Trend {
  shown: DisplayedReport | null
  stale: boolean
  error: ApiError | null
  isEmpty: boolean
  reload: () => void
}

const isCurrentAnswer = ({ key, result }: State) => result !== null && isSameKey(result.key, key)

export function useTrend(): Trend {
  const { channel } = useStore($filter)
  const all = useStore(report.$state)
  const one = useStore(channelReport.$state)
  const [requested, other]: [State, State] = channel === undefined ? [all, one] : [one, all]
  const current = isCurrentAnswer(requested)
  const answer = pickAnswer(requested, other)
  const shown = useMemo(() => toDisplayedReport(answer), [answer])
  return {
    shown,
    stale: shown !== null && !current,
    error: shown ? null : requested.error,
    isEmpty: current && shown === null,
    reload: (channel === undefined ? report : channelReport).reload,
  }
}

/** Keeps the last response until the next arrives; after a failure its figures would not match the filters. */
function pickAnswer(requested: State, other: State): State['result'] {
  if (isCurrentAnswer(requested)) return requested.result
  return requested.error ? null : (requested.result ?? other.result)
}
