import { computed } from 'nanostores'
import { createSelection } from '#islands/kit/tables/selection.ts'
import { type BoardRow, canReturn, isPayable } from './board.ts'
import { $rows } from './store.ts'

/** What is to be paid, by statement. */
export const paySelection = createSelection<BoardRow>({
  getId: (row) => (isPayable(row) ? row.statementId : null),
})

/** What was paid, by payment. */
export const returnSelection = createSelection<BoardRow>({
  getId: (row) => (row.group === 'paid' ? (row.payout?.payment?.id ?? null) : null),
})

// One bar is for one purpose, so only one of them has rows.
paySelection.$ids.listen((ids) => {
  if (ids.size > 0 && returnSelection.$ids.get().size > 0) returnSelection.clear()
})
returnSelection.$ids.listen((ids) => {
  if (ids.size > 0 && paySelection.$ids.get().size > 0) paySelection.clear()
})

/** Selected rows in their current state. */
export const $toPay = computed([paySelection.$ids, $rows], (ids, rows) =>
  rows.filter((row) => ids.has(paySelection.getId(row) ?? 0)),
)
export const $toReturn = computed([returnSelection.$ids, $rows], (ids, rows) =>
  rows.filter((row) => ids.has(returnSelection.getId(row) ?? 0)),
)

export function clearSelections(): void {
  paySelection.clear()
  returnSelection.clear()
}

/** Finds a row by the id that its dialog carries. */
export const findToPay = (rows: readonly BoardRow[], statementId: number | null) =>
  rows.filter((row) => isPayable(row) && row.statementId === statementId)
export const findToReturn = (rows: readonly BoardRow[], paymentId: number | null) =>
  rows.filter((row) => canReturn(row) && row.payout?.payment?.id === paymentId)
