import { atom, computed } from 'nanostores'
import type { MonthRow } from '#contract/settlement/months.ts'
import { canBePaid } from './rows.ts'
import { $detail } from './store.ts'

/** Ids of statements. */
export const $selectedIds = atom<ReadonlySet<number>>(new Set())

/** As they are now: those that have been paid meanwhile are none of it. */
export const $selection = computed([$selectedIds, $detail], (ids, { detail }) =>
  (detail?.rows ?? []).filter((row) => canBePaid(row) && ids.has(row.statementId ?? 0)),
)

/** Of the checkbox clicked last, from which Shift extends the selection. */
let anchorId: number | null = null

export function clearSelection(): void {
  anchorId = null
  $selectedIds.set(new Set())
}

export function setSelected(rows: readonly MonthRow[], isSelected: boolean): void {
  const ids = new Set($selectedIds.get())
  for (const { statementId } of rows.filter(canBePaid)) {
    if (statementId === null) continue
    if (isSelected) ids.add(statementId)
    else ids.delete(statementId)
  }
  $selectedIds.set(ids)
}

/** `extend`: everything between the last clicked one and this one. */
export function toggleSelected(
  rows: readonly MonthRow[],
  row: MonthRow,
  { extend }: { extend: boolean },
): void {
  const isSelected = !$selectedIds.get().has(row.statementId ?? 0)
  const anchor = extend ? rows.findIndex(({ statementId }) => statementId === anchorId) : -1
  const at = rows.indexOf(row)
  const range = anchor < 0 ? [row] : rows.slice(Math.min(anchor, at), Math.max(anchor, at) + 1)
  setSelected(range, isSelected)
  anchorId = row.statementId
}
