import { computed, type ReadableAtom } from 'nanostores'
import { readDashboard } from '#contract/reports/dashboard.ts'
import type { RequestedTime } from '#contract/reports/reports.ts'
import { createQuery } from '#lib/api/query.ts'
import { readQueryValue } from '#lib/navigation/address-params.ts'
import { $params, setParams } from '#lib/navigation/router.ts'
import { toParams } from './filter.ts'
import { $networkKey, type ScopeKey } from './scope-key.ts'

interface ReportKey extends ScopeKey {
  channels?: string | undefined
}

/** Comma-separated; only links to the report of channels contain them. */
const $selectedChannels = computed($params, (params) => readQueryValue('channels', params, true) || undefined)

const $reportQuery = computed(
  [$networkKey, $selectedChannels],
  (key, channels): ReportKey | null => key && { ...key, channels },
)

export const report = createReport($reportQuery)

export function createReport($key: ReadableAtom<ReportKey | null>) {
  return createQuery($key, readDashboard, ({ caller: _, ...query }) => query)
}

/** Keeps the comparison unless it is part of the change. */
export const setTime = (time: Partial<RequestedTime>) => setParams(toParams(time))

export const showSixMonths = () => setTime({ period: 'six-months', from: undefined, to: undefined })

export const setMember = (member?: number) => setListScope({ member })

export const setTag = (tag?: number) => setListScope({ tag })

/** Clears selected channels: they may not be among those of the member or tag. */
const setListScope = (scope: { member?: number | undefined } | { tag?: number | undefined }) =>
  setParams({
    ...toParams(scope),
    ...(Object.values(scope).some((id) => id !== undefined) && { channel: undefined, channels: undefined }),
  })
