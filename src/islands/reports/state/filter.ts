import { computed } from 'nanostores'
import { timeKeys } from '#contract/reports/reports.ts'
import { VideoPageQuery } from '#contract/reports/videos.ts'
import { $isManager } from '#lib/api/session.ts'
import { createAddressFilter } from '#lib/navigation/address.ts'
import { $params } from '#lib/navigation/router.ts'
import { normalizeTime } from './time.ts'

const address = createAddressFilter(VideoPageQuery, [
  ...timeKeys,
  'member',
  'channel',
  'search',
  'sort',
  'order',
  'cursor',
])

type Params = Parameters<typeof address.parse>[0]

export const parseFilter = (params: Params, isManager?: boolean) =>
  normalizeTime(address.parse(params, isManager))

export const $filter = computed([$params, $isManager], parseFilter)

export type ReportFilter = ReturnType<typeof parseFilter>

/** URL parameters of a change. The charts' zoom applies to only one period. */
export const toParams = (change: Partial<ReportFilter>): Record<string, string | undefined> => ({
  ...address.toParams(change),
  ...('period' in change && { zoom: undefined }),
})
