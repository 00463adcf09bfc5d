import { areShortcutsOn } from '#lib/navigation/shortcuts.ts'

const typingSelector =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable], [role=menu], [role=listbox]'

const isIgnored = ({ target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented }: KeyboardEvent) =>
  ctrlKey ||
  metaKey ||
  altKey ||
  isComposing ||
  defaultPrevented ||
  (target instanceof Element && target.closest(typingSelector) !== null) ||
  document.querySelector('dialog[open]') !== null

/** Returns the character even on a Korean or Chinese keyboard. */
const readKey = ({ key, code }: KeyboardEvent) =>
  /^[!-~]$/.test(key) ? key : /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : ''

/** Loads the shortcuts on the first key. Returns the cleanup. */
export function listenForShortcuts(): () => void {
  // A single promise keeps the keys in order: a later import can resolve before the first one.
  let loading: Promise<typeof import('./shortcut-keys.ts')> | undefined
  const handleKey = (event: KeyboardEvent) => {
    const key = readKey(event)
    if (key === '' || isIgnored(event) || !areShortcutsOn()) return
    // Firefox would open its own search.
    if (key === '/') event.preventDefault()
    loading ??= import('./shortcut-keys.ts')
    void loading.then(({ pressKey }) => pressKey(key, event.timeStamp))
  }
  addEventListener('keydown', handleKey)
  return () => removeEventListener('keydown', handleKey)
}
