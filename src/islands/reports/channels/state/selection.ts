import { ChannelId, maxSelectedChannels } from '#contract/reports/reports.ts'

/**
 * The selected channels; the index sets the color and null is a free slot, so that a channel keeps its color,
 * also in shared URLs.
 */
export type ChannelSelection = readonly (string | null)[]

/** Comma-separated ids; an empty one is a free slot. */
export function parseSelection(text: string | undefined): ChannelSelection {
  const slots = (text ?? '').split(',').slice(0, maxSelectedChannels)
  const ids = slots.map((id) => ChannelId.safeParse(id).data ?? null)
  return trimEmptySlots(ids.map((id, at) => (ids.indexOf(id) === at ? id : null)))
}

export const formatSelection = (selection: ChannelSelection): string =>
  selection.map((id) => id ?? '').join(',')

export const getSelectedIds = (selection: ChannelSelection): string[] => selection.filter((id) => id !== null)

/** Adds the channel to the first free slot, or removes it; null if no slot is free. */
export function toggleSelected(selection: ChannelSelection, channelId: string): ChannelSelection | null {
  if (selection.includes(channelId))
    return trimEmptySlots(selection.map((id) => (id === channelId ? null : id)))
  const freeSlot = selection.indexOf(null)
  if (freeSlot >= 0) return selection.with(freeSlot, channelId)
  return selection.length < maxSelectedChannels ? [...selection, channelId] : null
}

const trimEmptySlots = (selection: ChannelSelection): ChannelSelection =>
  selection.slice(0, selection.findLastIndex((id) => id !== null) + 1)
