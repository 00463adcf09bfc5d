import { useEffect, useRef } from 'react'

/** Ref for `DialogActions`: focuses the last button when the focused element disappears with its phase. */
export function usePhaseFocus(phase: string) {
  const actions = useRef<HTMLDivElement>(null)
  const previousPhase = useRef(phase)
  useEffect(() => {
    if (previousPhase.current === phase) return
    previousPhase.current = phase
    const dialog = actions.current?.closest('dialog')
    const focused = document.activeElement
    if (focused !== dialog && dialog?.contains(focused)) return
    actions.current?.querySelector<HTMLElement>('button:last-of-type')?.focus()
  }, [phase])
  return actions
}
