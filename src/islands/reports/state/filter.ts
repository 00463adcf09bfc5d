import { computed } from 'nanostores'
import { timeKeys } from '#contract/reports/reports.ts'
import { VideoPageQuery } from '#contract/reports/videos.ts'
import { $seesNetwork } from '#lib/api/session.ts'
import { createAddressFilter } from '#lib/navigation/address.ts'
import { $params, $path } from '#lib/navigation/router.ts'
import { normalizeTime } from './time.ts'

const address = createAddressFilter(VideoPageQuery, [
  ...timeKeys,
  'member',
  'tag',
  'channel',
  'search',
  'sort',
  'order',
  'cursor',
])

type Params = Parameters<typeof address.parse>[0]

export const parseFilter = (params: Params, seesNetwork?: boolean) =>
  normalizeTime(address.parse(params, seesNetwork))

const isItemPath = (path: string) => /^\/[^/]+\/./.test(path)

/** The page of one channel, video or track shows it whole: there, a tag only names the list that it was opened from. */
export const $filter = computed([$params, $seesNetwork, $path], (params, seesNetwork, path) => {
  const filter = parseFilter(params, seesNetwork)
  return isItemPath(path) ? { ...filter, tag: undefined } : filter
})

/** The part of a filter that selects the channels of a list. */
export const pickListScope = ({ member, tag }: Pick<ReportFilter, 'member' | 'tag'>) => ({ member, tag })

export type ReportFilter = ReturnType<typeof parseFilter>

/** URL parameters of a change. The charts' zoom applies to only one period. */
export const toParams = (change: Partial<ReportFilter>): Record<string, string | undefined> => ({
  ...address.toParams(change),
  ...('period' in change && { zoom: undefined }),
})
