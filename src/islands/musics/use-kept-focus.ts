import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

/** For a list: where what had the focus has gone, the heading takes it. */
export function useKeptFocus(heading: RefObject<HTMLElement | null>) {
  const held = useRef<Element | null>(null)
  useEffect(() => {
    if (held.current?.isConnected === false && document.activeElement === document.body)
      heading.current?.focus()
  })
  return {
    onFocus: ({ target }: FocusEvent) => {
      held.current = target
    },
    onBlur: () => {
      // Of what is taken away nothing is told.
      held.current = null
    },
  }
}
