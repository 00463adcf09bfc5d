import { useEffect, useState } from 'react'

/** Browsers take the focus from a button that is disabled while its call waits. */
const findOpener = () => document.querySelector<HTMLElement>('button[aria-busy="true"]:disabled')

const hasNoFocus = () => document.activeElement === null || document.activeElement.matches('body, dialog')

/** Returns the focus to the button whose call has waited, once it is enabled again. */
export function useReturnFocus(): void {
  const [opener] = useState(findOpener)
  useEffect(() => () => focusWhenEnabled(opener), [opener])
}

function focusWhenEnabled(opener: HTMLElement | null): void {
  if (!opener?.isConnected) return
  const observer = new MutationObserver(() => {
    if (opener.matches(':disabled')) return
    observer.disconnect()
    if (hasNoFocus()) opener.focus()
  })
  observer.observe(opener, { attributeFilter: ['disabled'] })
}
