import { useStore } from '@nanostores/react'
import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'
import { $opened } from './opened.ts'

/** For the list: where the member that had the focus, or gets it back from a dialog, has gone, the heading takes it. */
export function useKeptFocus(heading: RefObject<HTMLElement | null>) {
  const held = useRef<HTMLElement | null>(null)
  useStore($opened)
  useEffect(() => {
    if (held.current === null || document.activeElement !== document.body) return
    ;(held.current.isConnected ? held.current : heading.current)?.focus()
  })
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      held.current = target
    },
    onBlur: ({ relatedTarget }: FocusEvent<HTMLElement>) => {
      if (!relatedTarget?.closest('dialog')) held.current = null
    },
  }
}
