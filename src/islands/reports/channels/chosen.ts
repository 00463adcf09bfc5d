import { seriesChannels } from '#contract/channel-report.ts'
import { ChannelId } from '#contract/reports.ts'

/**
 * The channels that the charts are narrowed to, each at the place of its colour; null is a place that one has left. So
 * a channel keeps its colour as long as it is chosen, also for whom the address is sent to.
 */
export type Chosen = readonly (string | null)[]

/** From the address: ids by commas, nothing between two of them for a place that was left. */
export function chosenOf(text: string | undefined): Chosen {
  const places = (text ?? '').split(',').slice(0, seriesChannels)
  const ids = places.map((id) => ChannelId.safeParse(id).data ?? null)
  return withoutEnd(ids.map((id, at) => (ids.indexOf(id) === at ? id : null)))
}

export const chosenParam = (chosen: Chosen): string => chosen.map((id) => id ?? '').join(',')

export const chosenIds = (chosen: Chosen): string[] => chosen.filter((id) => id !== null)

/** With the channel in the first free place, or without it where it was chosen; null when no place is free. */
export function toggled(chosen: Chosen, channelId: string): Chosen | null {
  if (chosen.includes(channelId)) return withoutEnd(chosen.map((id) => (id === channelId ? null : id)))
  const free = chosen.indexOf(null)
  if (free >= 0) return chosen.with(free, channelId)
  return chosen.length < seriesChannels ? [...chosen, channelId] : null
}

const withoutEnd = (chosen: Chosen): Chosen => chosen.slice(0, chosen.findLastIndex((id) => id !== null) + 1)
