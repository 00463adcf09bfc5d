import { atom, computed, type ReadableAtom } from 'nanostores'

interface SelectionOptions<Row> {
  /** null: the row cannot be selected. */
  getId: (row: Row) => number | null
  limit?: { readonly count: number; readonly onExceed: () => void }
}

export interface Selection<Row> {
  /** Rows by id, in the order of selection. They stay selected while pages and filters change. */
  readonly $rows: ReadableAtom<ReadonlyMap<number, Row>>
  readonly $ids: ReadableAtom<ReadonlySet<number>>
  /** Whose checkbox was clicked last: a row's, or that of all. */
  readonly $last: ReadableAtom<number | 'all' | null>
  readonly getId: (row: Row) => number | null
  readonly clear: () => void
  readonly deselect: (ids: readonly number[]) => void
  readonly set: (rows: readonly Row[], isSelected: boolean) => void
  /** At most so many rows can be selected. */
  readonly limit: number
  /** `extend`: selects everything between the last clicked row and this one. */
  readonly toggle: (rows: readonly Row[], row: Row, options: { extend: boolean }) => void
}

/** The rows of a list that a person has checked. */
export function createSelection<Row>({ getId, limit }: SelectionOptions<Row>): Selection<Row> {
  const $rows = atom<ReadonlyMap<number, Row>>(new Map())
  const $last = atom<number | 'all' | null>(null)
  /** Id of the last clicked checkbox, from which Shift extends the selection. */
  let anchorId: number | null = null
  const listEntries = (rows: readonly Row[]) =>
    rows.flatMap((row) => {
      const id = getId(row)
      return id === null ? [] : [[id, row] as const]
    })

  function deselect(ids: readonly number[]): void {
    const left = new Map($rows.get())
    for (const id of ids) left.delete(id)
    $rows.set(left)
  }

  function set(rows: readonly Row[], isSelected: boolean): void {
    const entries = listEntries(rows)
    if (!isSelected) {
      deselect(entries.map(([id]) => id))
      return
    }
    const selected = new Map([...$rows.get(), ...entries])
    if (limit && selected.size > limit.count) limit.onExceed()
    $rows.set(new Map([...selected].slice(0, limit?.count)))
  }

  return {
    $rows,
    $ids: computed($rows, (rows) => new Set(rows.keys())),
    $last,
    limit: limit?.count ?? Number.POSITIVE_INFINITY,
    getId,
    clear() {
      anchorId = null
      $last.set(null)
      $rows.set(new Map())
    },
    deselect,
    set(rows, isSelected) {
      $last.set('all')
      set(rows, isSelected)
    },
    toggle(rows, row, { extend }) {
      const id = getId(row)
      if (id === null) return
      const anchor = extend ? rows.findIndex((one) => getId(one) === anchorId) : -1
      const at = rows.indexOf(row)
      const range = anchor < 0 ? [row] : rows.slice(Math.min(anchor, at), Math.max(anchor, at) + 1)
      set(range, !$rows.get().has(id))
      anchorId = id
      $last.set(id)
    },
  }
}
