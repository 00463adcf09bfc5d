import { useStore } from '@nanostores/react'
import type { VideoDetail } from '#contract/reports/video-detail.ts'
import type { VideoRow } from '#contract/reports/videos.ts'
import { NeighborLinks } from '#islands/reports/frame/NeighborLinks.tsx'
import { $filter } from '#islands/reports/state/filter.ts'
import { findNeighbors, listParam } from '#islands/reports/state/neighbors.ts'
import { buildVideoHref } from '#islands/reports/video-list/video-link.ts'
import { isSameKey } from '#lib/api/query.ts'
import { t } from '#lib/i18n/strings.ts'
import { buildReportPath, pickParams } from '#lib/navigation/report-path.ts'
import { $params } from '#lib/navigation/router.ts'
import { list } from './store.ts'

/** The videos before and after this one in the list that it was opened from. */
export function VideoNeighbors({ video }: Pick<VideoDetail, 'video'>) {
  const { key, result } = useStore(list.$state)
  const { sort, order } = useStore($filter)
  const params = useStore($params)
  const isThis = (row: VideoRow) => row.videoId === video.videoId && row.channelId === video.channelId
  const found = result && isSameKey(result.key, key) && findNeighbors(result.data.videos, isThis)
  if (!found) return null
  const query = buildReportPath('', params, pickParams(params, ['sort', 'order', listParam])).slice(1)
  const toNeighbor = (row: VideoRow | null) =>
    row && { name: row.title ?? t('reports:videos.untitled'), href: buildVideoHref(row, query) }
  return (
    <NeighborLinks
      neighbors={{ ...found, previous: toNeighbor(found.previous), next: toNeighbor(found.next) }}
      sort={`${sort}-${order}`}
      texts={{
        label: t('video-page:neighbors'),
        previous: t('video-page:previous'),
        next: t('video-page:next'),
      }}
    />
  )
}
