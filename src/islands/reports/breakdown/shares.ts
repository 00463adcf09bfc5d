import type { ChannelRow } from '#contract/reports/channel-report.ts'
import { getProfit } from '#contract/reports/reports.ts'

/** The bar shows this many channels, and all others as one segment. */
export const maxShares = 5

export interface ChannelShare {
  /** null: all other channels. */
  channel: Pick<ChannelRow, 'channelId' | 'name' | 'thumbnail'> | null
  profit: number
  /** Share of the total, 0 to 1; null if something is negative, because shares mean nothing then. */
  share: number | null
}

/** `channels` lists the highest profits first. The rest of the total belongs to all others. */
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
