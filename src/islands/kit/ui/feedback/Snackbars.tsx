import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import { $snackbars } from '#lib/page/snackbars.ts'
import { $topDialog } from './stack.ts'

const preloadDelayMs = 1500

const lazyMount = lazyComponent(async () => (await import('#lib/page/snackbar-stack.ts')).mountSnackbars)

/**
 * Rendered in the top dialog, since everything outside it is inert. Loads with the first message or soon after the
 * page, because a lost connection prevents loading anything later.
 */
export function Snackbars() {
  const dialog = useStore($topDialog, { ssr: () => undefined })
  const isEmpty = useStore($snackbars, { ssr: 'initial' }).length === 0
  const { value: mountSnackbars } = useStore(lazyMount.$state, { ssr: 'initial' })
  useEffect(() => {
    const timer = setTimeout(lazyMount.load, isEmpty ? preloadDelayMs : 0)
    return () => clearTimeout(timer)
  }, [isEmpty])
  useEffect(() => mountSnackbars?.(dialog ?? document.body), [mountSnackbars, dialog])
  return null
}
