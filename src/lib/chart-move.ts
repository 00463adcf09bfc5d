import type { PopularMusic } from '#contract/musics.ts'

/** How a track moved since the week before. */
export function moveOf({ rank, last_rank }: Pick<PopularMusic, 'rank' | 'last_rank'>) {
  if (last_rank === null) return { way: 'new', places: 0 } as const
  if (last_rank === rank) return { way: 'same', places: 0 } as const
  return { way: last_rank > rank ? 'up' : 'down', places: Math.abs(last_rank - rank) } as const
}

const arrows = { up: '▲', down: '▼', same: '–' }

/** A move as a sign; `isNew` is what a track says that was in no chart the week before. */
export function signOf({ way, places }: ReturnType<typeof moveOf>, isNew: string): string {
  return way === 'new' ? isNew : `${arrows[way]}${places ? ` ${places}` : ''}`
}
