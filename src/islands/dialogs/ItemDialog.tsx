import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import { type ReactNode, useEffect, useState } from 'react'
import { $activeDialog, closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'

export interface DialogItem<T> {
  /** null: it is still loading, or missing. */
  readonly item: T | null
  readonly isMissing: boolean
  /** Why it could not be loaded, for the user. */
  readonly error: string | null
}

interface ItemDialogProps<T> {
  $item: ReadableAtom<DialogItem<T>>
  missingText: string
  children: (item: T) => ReactNode
}

/** Passes the item of the active dialog, as last known, to its content; closes the dialog when the item is missing. */
export function ItemDialog<T>({ $item, missingText, children }: ItemDialogProps<T>) {
  const { item: current, isMissing, error } = useStore($item)
  const [item, setItem] = useState(current)
  if (current !== null && current !== item) setItem(current)
  // While a request fails, a dialog that is open stays open.
  const closeReason = isMissing ? missingText : item === null ? error : null
  // A deletion makes the item disappear by itself.
  const isDeleted = isMissing && item !== null && $activeDialog.get()?.flag === 'delete'
  useEffect(() => {
    if (closeReason === null) return
    if (!isDeleted) notify('error', closeReason)
    closeDialog()
  }, [closeReason, isDeleted])
  return item === null || isMissing ? null : children(item)
}
