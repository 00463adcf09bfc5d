import { maxSeriesChannels } from '#contract/channel-report.ts'
import { ChannelId } from '#contract/reports.ts'

/**
 * The channels that the charts are narrowed to, each at the place of its color; null is a place that one has left. So
 * a channel keeps its color as long as it is chosen, also for whom the address is sent to.
 */
export type ChannelSelection = readonly (string | null)[]

/** From the address: ids by commas, nothing between two of them for a place that was left. */
export function parseSelection(text: string | undefined): ChannelSelection {
  const slots = (text ?? '').split(',').slice(0, maxSeriesChannels)
  const ids = slots.map((id) => ChannelId.safeParse(id).data ?? null)
  return trimEmptySlots(ids.map((id, at) => (ids.indexOf(id) === at ? id : null)))
}

export const formatSelection = (selection: ChannelSelection): string =>
  selection.map((id) => id ?? '').join(',')

export const getSelectedIds = (selection: ChannelSelection): string[] => selection.filter((id) => id !== null)

/** With the channel in the first free place, or without it where it was chosen; null when no place is free. */
export function toggleSelected(selection: ChannelSelection, channelId: string): ChannelSelection | null {
  if (selection.includes(channelId))
    return trimEmptySlots(selection.map((id) => (id === channelId ? null : id)))
  const freeSlot = selection.indexOf(null)
  if (freeSlot >= 0) return selection.with(freeSlot, channelId)
  return selection.length < maxSeriesChannels ? [...selection, channelId] : null
}

const trimEmptySlots = (selection: ChannelSelection): ChannelSelection =>
  selection.slice(0, selection.findLastIndex((id) => id !== null) + 1)
