import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

const isConnected = (element: Element | null | undefined) => element?.isConnected === true

/**
 * Restores the focus in a list when the focused element disappears: to the first control of its item, otherwise to
 * the heading. Checked on every render.
 */
export function useRestoreFocus(heading: RefObject<HTMLElement | null>) {
  const lastFocused = useRef<{ control: HTMLElement; item: Element | null } | null>(null)
  useEffect(() => {
    if (lastFocused.current === null || document.activeElement !== document.body) return
    const { control, item } = lastFocused.current
    // A disabled control is still busy.
    if (isConnected(control) && control.matches(':disabled')) return
    const fallback = isConnected(item) ? item?.querySelector<HTMLElement>('a, button') : heading.current
    ;(isConnected(control) ? control : fallback)?.focus()
  })
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      lastFocused.current = { control: target, item: target.closest('li, tbody tr') }
    },
    onBlur: ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
      const returnsLater = target.matches(':disabled') || relatedTarget?.closest('dialog')
      if (!returnsLater) lastFocused.current = null
    },
  }
}
