import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

const goesOn = (element: Element | null | undefined) => element?.isConnected === true

/**
 * For a list: what has the focus, or gets it back from a dialog, may go with a change. Then the first control of its
 * item takes the focus, or the heading where the item has gone too. Looked at whenever the list is drawn.
 */
export function useKeptFocus(heading: RefObject<HTMLElement | null>) {
  const held = useRef<{ control: HTMLElement; item: Element | null } | null>(null)
  useEffect(() => {
    if (held.current === null || document.activeElement !== document.body) return
    const { control, item } = held.current
    // Its work goes on.
    if (goesOn(control) && control.matches(':disabled')) return
    const next = goesOn(item) ? item?.querySelector<HTMLElement>('a, button') : heading.current
    ;(goesOn(control) ? control : next)?.focus()
  })
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      held.current = { control: target, item: target.closest('li, tbody tr') }
    },
    onBlur: ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
      const comesBack = target.matches(':disabled') || relatedTarget?.closest('dialog')
      if (!comesBack) held.current = null
    },
  }
}
