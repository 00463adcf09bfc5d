import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $topDialog } from '#islands/dialogs/stack.ts'
import { mountSnackbars } from '#lib/page/snackbar-stack.ts'

/** Rendered in the top dialog, since everything outside it is inert. */
export function Snackbars() {
  const dialog = useStore($topDialog, { ssr: () => undefined })
  useEffect(() => mountSnackbars(dialog ?? document.body), [dialog])
  return null
}
