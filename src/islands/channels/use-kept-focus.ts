import { useStore } from '@nanostores/react'
import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'
import { $opened } from './opened.ts'

const goesOn = (element: Element | null | undefined) => element?.isConnected === true

/**
 * For the list of cards: what has the focus, or gets it back from a dialog, may go with a change. Then the first control
 * of its card takes the focus, or the heading where the card has gone too.
 */
export function useKeptFocus(heading: RefObject<HTMLElement | null>) {
  const held = useRef<{ control: HTMLElement; card: Element | null } | null>(null)
  useStore($opened)
  useEffect(() => {
    if (held.current === null || document.activeElement !== document.body) return
    const { control, card } = held.current
    // Its work goes on.
    if (goesOn(control) && control.matches(':disabled')) return
    const next = goesOn(card) ? card?.querySelector<HTMLElement>('a, button') : heading.current
    ;(goesOn(control) ? control : next)?.focus()
  })
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      held.current = { control: target, card: target.closest('li') }
    },
    onBlur: ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
      const comesBack = target.matches(':disabled') || relatedTarget?.closest('dialog')
      if (!comesBack) held.current = null
    },
  }
}
