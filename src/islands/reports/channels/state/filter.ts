import { type ChannelSort, channelSorts, listChannelFigures } from '#contract/reports/channel-report.ts'
import { timeKeys } from '#contract/reports/reports.ts'
import { normalizeTime } from '#islands/reports/state/time.ts'
import { createAddressFilter } from '#lib/navigation/address.ts'
import { type ChannelSelection, formatSelection, getSelectedIds, parseSelection } from './selection.ts'

export const pageSizes = [20, 50] as const

/** Keys for the series of all other channels; they differ so that each can be hidden separately. */
export const otherKeys = { unasked: 'other', chosen: 'rest' } as const

const address = createAddressFilter(listChannelFigures.query, [
  ...timeKeys,
  'member',
  'tag',
  'search',
  'sort',
  'order',
  'size',
  'cursor',
])

export interface ChannelFilter extends ReturnType<typeof address.parse> {
  selected: ChannelSelection
}

export type ChannelSorting = Pick<ChannelFilter, 'sort' | 'order'>

export const channelSortings: readonly ChannelSorting[] = channelSorts.flatMap((sort): ChannelSorting[] => [
  { sort, order: getDefaultOrder(sort) },
  { sort, order: getDefaultOrder(sort) === 'desc' ? 'asc' : 'desc' },
])

export function getDefaultOrder(sort: ChannelSort): 'asc' | 'desc' {
  return sort === 'name' || sort === 'members' ? 'asc' : 'desc'
}

export function parseChannelFilter(
  params: Readonly<Record<string, string>>,
  seesNetwork: boolean,
): ChannelFilter {
  const { size, ...filter } = normalizeTime(address.parse(params, seesNetwork))
  return {
    ...filter,
    size: pageSizes.find((pageSize) => pageSize === size) ?? address.defaults.size,
    selected: parseSelection(params.channels),
  }
}

export const { toParams } = address

/** Hides all others with the first selection and unhides deselected channels; the table stays on its page. */
export function toSelectionParams(from: ChannelSelection, to: ChannelSelection, hide = '') {
  const removedKeys = [
    ...(to.length === 0 ? [otherKeys.chosen] : []),
    ...getSelectedIds(from).filter((id) => !to.includes(id)),
  ]
  const stillHidden = hide.split(',').filter((key) => key !== '' && !removedKeys.includes(key))
  const hidden =
    from.length === 0 && to.length > 0 ? [...new Set([...stillHidden, otherKeys.chosen])] : stillHidden
  return { channels: formatSelection(to) || undefined, hide: hidden.join(',') || undefined }
}
