import { computed, type ReadableAtom } from 'nanostores'
import { type RequestedTime, readDashboard } from '#contract/reports.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery, type QueryKey } from '#lib/api/query.ts'
import { readQueryValue } from '#lib/navigation/address-params.ts'
import { $params, setParams } from '#lib/navigation/router.ts'
import { $filter, toParams } from './filter.ts'
import { pickTime } from './time.ts'

export interface ReportKey extends QueryKey, RequestedTime {
  member: number | undefined
  channel?: string
  channels?: string | undefined
}

/** Comma-separated; no report but that of channels has links with them. */
const $selectedChannels = computed($params, (params) => readQueryValue('channels', params, true) || undefined)

const $reportQuery = computed(
  [$caller, $filter, $selectedChannels],
  (caller, { member, ...filter }, channels): ReportKey | null =>
    caller === null ? null : { caller, ...pickTime(filter), member, channels },
)

export const report = createReport($reportQuery)

export function createReport($key: ReadableAtom<ReportKey | null>) {
  return createQuery($key, readDashboard, ({ caller: _, ...query }) => query)
}

/** Keeps the comparison unless it is part of the change. */
export const setTime = (time: Partial<RequestedTime>) => setParams(toParams(time))

export const showSixMonths = () => setTime({ period: 'six-months', from: undefined, to: undefined })

/** Clears selected channels: they may not belong to the member. */
export const setMember = (member?: number) =>
  setParams({
    ...toParams({ member }),
    ...(member !== undefined && { channel: undefined, channels: undefined }),
  })
