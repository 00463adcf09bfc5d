import { SortOrder } from '#contract/reports/reports.ts'
import { type VideoSort, videoSorts } from '#contract/reports/videos.ts'
import { setParams } from '#lib/navigation/router.ts'
import { $filter, type ReportFilter, toParams } from './filter.ts'

export type VideoSorting = Pick<ReportFilter, 'sort' | 'order'>

export const videoSortings: readonly VideoSorting[] = videoSorts.flatMap((sort) =>
  SortOrder.options.toReversed().map((order) => ({ sort, order })),
)

export const sortVideos = (sorting: VideoSorting) => setParams(toParams(sorting))

export function sortByColumn(column: VideoSort): void {
  const { sort, order } = $filter.get()
  sortVideos({ sort: column, order: sort === column && order === 'desc' ? 'asc' : 'desc' })
}
