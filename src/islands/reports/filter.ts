import { maxSearchLength } from '#contract/params.ts'
import { ChannelId, type Period, SortOrder, VideoSort, videoSorts } from '#contract/reports.ts'
import { defaultPeriod, isPeriod } from '#lib/format/period.ts'

/** What the address of a report says. Unknown values count as not given. */
export interface ReportFilter {
  period: Period
  /** A member's account id; null is all, and always for members themselves. */
  member: number | null
  /** One channel; null is all of them. */
  channel: string | null
  /** Words of a title; empty is no search. */
  search: string
  sort: VideoSort
  order: SortOrder
  cursor: string | null
}

export type VideoSorting = Pick<ReportFilter, 'sort' | 'order'>

export const defaultSorting: VideoSorting = { sort: 'views', order: 'desc' }

export const videoSortings: readonly VideoSorting[] = videoSorts.flatMap((sort) => [
  { sort, order: 'desc' as const },
  { sort, order: 'asc' as const },
])

export function parseFilter(params: Readonly<Record<string, string>>, isManager: boolean): ReportFilter {
  const sort = VideoSort.safeParse(params.sort)
  const order = SortOrder.safeParse(params.order)
  return {
    period: isPeriod(params.period) ? params.period : defaultPeriod,
    member: isManager && /^[1-9]\d{0,14}$/.test(params.member ?? '') ? Number(params.member) : null,
    channel: ChannelId.safeParse(params.channel).data ?? null,
    search: (params.search ?? '').trim().slice(0, maxSearchLength),
    sort: sort.success ? sort.data : defaultSorting.sort,
    order: order.success ? order.data : defaultSorting.order,
    cursor: params.cursor || null,
  }
}

/** The same as a patch of the address, with defaults left out. */
export function toParams(change: Partial<ReportFilter>): Record<string, string | undefined> {
  const { period, member, channel, search, sort, order, cursor } = change
  return {
    // Days that were zoomed into belong to the period before.
    ...(period && { period: period === defaultPeriod ? undefined : period, zoom: undefined }),
    ...(member !== undefined && { member: member === null ? undefined : String(member) }),
    ...(channel !== undefined && { channel: channel ?? undefined }),
    ...(search !== undefined && { search: search || undefined }),
    ...(sort && { sort: sort === defaultSorting.sort ? undefined : sort }),
    ...(order && { order: order === defaultSorting.order ? undefined : order }),
    cursor: cursor ?? undefined,
  }
}
