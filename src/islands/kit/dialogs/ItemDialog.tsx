import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import { type ReactNode, useEffect, useState } from 'react'
import { $activeDialog, closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'

export interface DialogItem<T> {
  /** null: loading or missing. */
  readonly item: T | null
  readonly isMissing: boolean
  readonly error: string | null
}

interface ItemDialogProps<T> {
  $item: ReadableAtom<DialogItem<T>>
  missingText: string
  children: (item: T) => ReactNode
}

/** Passes the last known item of the active dialog; closes the dialog when the item is missing. */
export function ItemDialog<T>({ $item, missingText, children }: ItemDialogProps<T>) {
  const { item: current, isMissing, error } = useStore($item)
  const [item, setItem] = useState(current)
  if (current !== null && current !== item) setItem(current)
  const closeReason = isMissing ? missingText : item === null ? error : null
  const isDeleted = isMissing && item !== null && $activeDialog.get()?.flag === 'delete'
  useEffect(() => {
    if (closeReason === null) return
    if (!isDeleted) notify('error', closeReason)
    closeDialog()
  }, [closeReason, isDeleted])
  return item === null || isMissing ? null : children(item)
}
