import type { ChannelRow } from '#contract/reports/channel-report.ts'
import { getProfit } from '#contract/reports/reports.ts'

/** Segments of the bar; all others are one. */
export const maxShares = 5

export interface ChannelShare {
  /** null: all other channels. */
  channel: Pick<ChannelRow, 'channelId' | 'name' | 'thumbnail'> | null
  profit: number
  /** Share of the total, 0 to 1; null where shares mean nothing, because something is negative. */
  share: number | null
}

/** `channels`: those with the highest profits first. The rest of the total is that of all others. */
export function computeShares(
  channels: readonly ChannelRow[],
  channelCount: number,
  total: number,
): ChannelShare[] {
  const top = channels.slice(0, maxShares)
  const rest = total - top.reduce((sum, channel) => sum + getProfit(channel), 0)
  const shares = [
    ...top.map((channel) => ({ channel, profit: getProfit(channel) })),
    ...(channelCount > top.length ? [{ channel: null, profit: rest }] : []),
  ]
  const canShare = total > 0 && shares.every(({ profit }) => profit >= 0)
  return shares.map((one) => ({ ...one, share: canShare ? one.profit / total : null }))
}
