import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import type { Currency } from '#contract/platform/params.ts'
import type { RequestedTime } from '#contract/reports/reports.ts'
import type { ApiError } from '#lib/api/call.ts'
import { isSameKey } from '#lib/api/query.ts'
import { report } from './store.ts'
import { pickTime } from './time.ts'
import type { Report } from './totals.ts'

/** A report with its query, so that labels match its figures. */
export interface DisplayedReport {
  report: Report
  currency: Currency
  time: RequestedTime
  member: number | undefined
  tag: number | undefined
  /** The channel to which the report is limited. */
  channel: string | undefined
}

interface DisplayedReportState {
  shown: DisplayedReport | null
  stale: boolean
  isLoading: boolean
  error: ApiError | null
}

/** Hides responses to other queries after a failure: their figures would not match the filters. */
export function useDisplayedReport(query = report): DisplayedReportState {
  const { key, result, error } = useStore(query.$state)
  const shown = useMemo(() => toDisplayedReport(result), [result])
  const stale = result !== null && !isSameKey(result.key, key)
  if (stale && error) return { shown: null, stale: false, isLoading: false, error }
  return { shown, stale, isLoading: result === null && error === null, error }
}

export function toDisplayedReport(
  answer: ReturnType<typeof report.$state.get>['result'],
): DisplayedReport | null {
  if (answer === null || answer.data.report === null) return null
  const { member, tag, channel, ...key } = answer.key
  return {
    report: answer.data.report,
    currency: answer.data.currency,
    time: pickTime(key),
    member,
    tag,
    channel,
  }
}
