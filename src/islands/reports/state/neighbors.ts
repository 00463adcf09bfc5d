/**
 * Names the list that a video or channel was opened from. A video has `channel` if that list was limited to its
 * channel, besides `sort` and `order`; a channel has only its order, as `profit-desc`.
 */
export const listParam = 'list'

export interface Neighbors<Row> {
  /** Starts at 1. */
  rank: number
  previous: Row | null
  next: Row | null
}

/** Null unless the item is on the first page of the list. */
export function findNeighbors<Row>(
  rows: readonly Row[],
  isCurrent: (row: Row) => boolean,
): Neighbors<Row> | null {
  const at = rows.findIndex(isCurrent)
  return at < 0 ? null : { rank: at + 1, previous: rows[at - 1] ?? null, next: rows[at + 1] ?? null }
}
