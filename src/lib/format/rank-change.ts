import type { PopularMusic } from '#contract/portal/musics.ts'

export function getRankChange({ rank, previousRank }: Pick<PopularMusic, 'rank' | 'previousRank'>) {
  if (previousRank === null) return { way: 'new', places: 0 } as const
  if (previousRank === rank) return { way: 'same', places: 0 } as const
  return { way: previousRank > rank ? 'up' : 'down', places: Math.abs(previousRank - rank) } as const
}

const arrows = { up: '▲', down: '▼', same: '–' }

export function formatRankChange(
  { way, places }: ReturnType<typeof getRankChange>,
  newLabel: string,
): string {
  return way === 'new' ? newLabel : `${arrows[way]}${places ? ` ${places}` : ''}`
}
