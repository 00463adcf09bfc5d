/** Percent of the picture's width, from its start. A single week is in the middle. */
export const getRankX = (at: number, count: number) => (count > 1 ? (at / (count - 1)) * 100 : 50)

/** Returns percent from the top: the best rank is at the top, the worst at the bottom. */
export function createRankScale(ranks: readonly (number | null)[]): (rank: number) => number {
  const knownRanks = ranks.filter((rank) => rank !== null)
  const best = Math.min(...knownRanks)
  const range = Math.max(...knownRanks) - best
  return (rank) => (range === 0 ? 50 : ((rank - best) / range) * 100)
}

/** An SVG path in percent; null is a gap. */
export function buildRankPath(ranks: readonly (number | null)[]): string {
  const y = createRankScale(ranks)
  return ranks
    .map((rank, at) => {
      if (rank === null) return ''
      const isConnected = at > 0 && ranks[at - 1] !== null
      return `${isConnected ? 'L' : 'M'}${getRankX(at, ranks.length).toFixed(1)} ${y(rank).toFixed(1)}`
    })
    .join('')
}
