import { useEffect, useRef } from 'react'

/** Ref for `DialogActions`: focuses the first button when the focused element has disappeared with a change. */
export function useLostFocus(change: unknown) {
  const actions = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change replaces buttons
  useEffect(() => {
    const dialog = actions.current?.closest('dialog')
    const focused = document.activeElement
    if (focused !== dialog && dialog?.contains(focused)) return
    actions.current?.querySelector('button')?.focus()
  }, [change])
  return actions
}
