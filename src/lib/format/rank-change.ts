import type { PopularMusic } from '#contract/musics.ts'

/** How a track moved since the week before. */
export function getRankChange({ rank, last_rank }: Pick<PopularMusic, 'rank' | 'last_rank'>) {
  if (last_rank === null) return { way: 'new', places: 0 } as const
  if (last_rank === rank) return { way: 'same', places: 0 } as const
  return { way: last_rank > rank ? 'up' : 'down', places: Math.abs(last_rank - rank) } as const
}

const arrows = { up: '▲', down: '▼', same: '–' }

/** A move as a sign; `isNew` is what a track says that was in no chart the week before. */
export function formatRankChange(
  { way, places }: ReturnType<typeof getRankChange>,
  newLabel: string,
): string {
  return way === 'new' ? newLabel : `${arrows[way]}${places ? ` ${places}` : ''}`
}
