import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { BoardRow } from '#islands/settlement/payments/state/board.ts'
import { payments } from '#islands/settlement/payments/state/store.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'

/**
 * Keeps the rows with which a dialog has opened: what it records changes them. Waits for rows that are being loaded, and
 * closes the dialog if there are none.
 */
export function useDialogRows(rows: readonly BoardRow[]): readonly BoardRow[] {
  const { isLoading } = useStore(payments.$state)
  const [kept, setKept] = useState(rows)
  if (kept.length === 0 && rows.length > 0) setKept(rows)
  const isMissing = kept.length === 0 && rows.length === 0 && !isLoading
  useEffect(() => {
    if (isMissing) closeDialog()
  }, [isMissing])
  return kept
}
