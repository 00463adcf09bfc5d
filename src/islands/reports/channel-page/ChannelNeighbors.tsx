import { useStore } from '@nanostores/react'
import type { ChannelRow } from '#contract/reports/channel-report.ts'
import { NeighborLinks } from '#islands/reports/frame/NeighborLinks.tsx'
import { $pageChannelId, buildChannelHref } from '#islands/reports/state/channel-link.ts'
import { findNeighbors, listParam } from '#islands/reports/state/neighbors.ts'
import { isSameKey } from '#lib/api/query.ts'
import { t } from '#lib/i18n/strings.ts'
import { pickParams } from '#lib/navigation/report-path.ts'
import { $params } from '#lib/navigation/router.ts'
import { list } from './store.ts'

/** The channels before and after this one in the list that it was opened from. */
export function ChannelNeighbors() {
  const { key, result } = useStore(list.$state)
  const channelId = useStore($pageChannelId)
  const params = useStore($params)
  const isThis = (row: ChannelRow) => row.channelId === channelId
  const found = result && isSameKey(result.key, key) && findNeighbors(result.data.channels, isThis)
  if (!found) return null
  const listed = pickParams(params, ['sort', 'order', listParam])
  const toNeighbor = (row: ChannelRow | null) =>
    row && { name: row.name, href: buildChannelHref(row.channelId, params, listed) }
  return (
    <NeighborLinks
      neighbors={{ ...found, previous: toNeighbor(found.previous), next: toNeighbor(found.next) }}
      sort={`${result.key.sort}-${result.key.order}`}
      texts={{
        label: t('channel-page:neighbors'),
        previous: t('channel-page:previous'),
        next: t('channel-page:next'),
      }}
    />
  )
}
