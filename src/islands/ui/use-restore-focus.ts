import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

const isConnected = (element: Element | null | undefined) => element?.isConnected === true

/**
 * For a list: what has the focus, or gets it back from a dialog, may go with a change. Then the first control of its
 * item takes the focus, or the heading where the item has gone too. Looked at whenever the list is drawn.
 */
export function useRestoreFocus(heading: RefObject<HTMLElement | null>) {
  const lastFocused = useRef<{ control: HTMLElement; item: Element | null } | null>(null)
  useEffect(() => {
    if (lastFocused.current === null || document.activeElement !== document.body) return
    const { control, item } = lastFocused.current
    // Its work goes on.
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
