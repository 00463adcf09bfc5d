import { computed } from 'nanostores'
import type { Video } from '#contract/reports/videos.ts'
import { $pageChannelId } from '#islands/reports/state/channel-link.ts'
import { listParam } from '#islands/reports/state/neighbors.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale } from '#lib/i18n/strings.ts'
import { buildReportPath } from '#lib/navigation/report-path.ts'
import { $params } from '#lib/navigation/router.ts'

export const videoPagePath = '/report-video'

type Params = Readonly<Record<string, string>>
type VideoReference = Pick<Video, 'videoId' | 'channelId'>

/**
 * Adds the order of the displayed list, so that the page knows the previous and next video. A search has its own order.
 */
function getListParams({ search, sort, order, channel }: Params, isOfChannel: boolean): Params {
  if (search) return {}
  return {
    sort: sort ?? 'views',
    ...(order !== undefined && { order }),
    ...((isOfChannel || channel !== undefined) && { [listParam]: 'channel' }),
  }
}

/**
 * The query of links to videos on this page, without their channels. A string, because most changes of the address do
 * not affect it.
 */
export const $linkQuery = computed([$params, $pageChannelId], (params, pageChannelId) =>
  buildReportPath('', params, getListParams(params, pageChannelId !== null)).slice(1),
)

/** `query` contains the period, the member, and the order of a list. */
export function buildVideoHref({ videoId, channelId }: VideoReference, query: string): string {
  const params = new URLSearchParams(query)
  params.set('channel', channelId)
  return localizePath(`${videoPagePath}/${videoId}?${params}`, locale())
}
