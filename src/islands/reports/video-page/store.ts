import { computed } from 'nanostores'
import { maxPageSize } from '#contract/reports/reports.ts'
import { readVideo, readVideoContext, readVideoCurve } from '#contract/reports/video-detail.ts'
import { listVideos } from '#contract/reports/videos.ts'
import { $filter, parseFilter, pickListScope } from '#islands/reports/state/filter.ts'
import { listParam } from '#islands/reports/state/neighbors.ts'
import { pickTime } from '#islands/reports/state/time.ts'
import { videoPagePath } from '#islands/reports/video-list/video-link.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { $params, $path } from '#lib/navigation/router.ts'

/** Null on other pages, and if the path cannot contain an id. */
export const $pageVideoId = computed($path, (path) => {
  const id = path.startsWith(`${videoPagePath}/`) ? path.slice(videoPagePath.length + 1) : ''
  return readVideo.query.shape.video.safeParse(id).success ? id : null
})

const $detailQuery = computed(
  [$caller, $filter, $pageVideoId],
  (caller, { member, channel, ...filter }, video) =>
    caller === null || video === null ? null : { caller, ...pickTime(filter), member, channel, video },
)

const $curveQuery = computed([$caller, $filter, $pageVideoId], (caller, { member, channel }, video) =>
  caller === null || video === null ? null : { caller, member, channel, video },
)

export const detail = createQuery($detailQuery, readVideo, ({ caller: _, ...query }) => query)
export const curve = createQuery($curveQuery, readVideoCurve, ({ caller: _, ...query }) => query)
export const context = createQuery($detailQuery, readVideoContext, ({ caller: _, ...query }) => query)

/** The list in the order that the address specifies; see `$linkQuery`. */
const $listQuery = computed(
  [$caller, $filter, $pageVideoId, $params],
  (caller, { channel, sort, order, ...filter }, video, { [listParam]: list, ...params }) =>
    caller === null || video === null || params.sort === undefined
      ? null
      : {
          caller,
          ...pickTime(filter),
          ...pickListScope({ ...filter, tag: parseFilter(params).tag }),
          channel: list === 'channel' ? channel : undefined,
          sort,
          order,
        },
)

/** Loads as many videos as one request returns: the neighbors of later videos are unknown. */
export const list = createQuery($listQuery, listVideos, ({ caller: _, ...query }) => ({
  ...query,
  size: maxPageSize,
}))
