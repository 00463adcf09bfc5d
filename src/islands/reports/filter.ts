import { computed } from 'nanostores'
import { VideoPageQuery } from '#contract/reports.ts'
import { $isManager } from '#lib/api/session.ts'
import { createAddressFilter } from '#lib/navigation/address.ts'
import { $params } from '#lib/navigation/router.ts'

const address = createAddressFilter(VideoPageQuery, [
  'period',
  'member',
  'channel',
  'search',
  'sort',
  'order',
  'cursor',
])

export const parseFilter = address.parse

export const $filter = computed([$params, $isManager], parseFilter)

export type ReportFilter = ReturnType<typeof parseFilter>

/** URL parameters of a change. The charts' zoom only applies to one period. */
export const toParams = (change: Partial<ReportFilter>): Record<string, string | undefined> => ({
  ...address.toParams(change),
  ...('period' in change && { zoom: undefined }),
})
