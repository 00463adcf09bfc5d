// Marks of the root element for style sheets. A selector such as `:root:has(dialog[open])` needs no script, but makes
// the browser match styles of the whole page again with every change of it.

/** `data-dialog`: a dialog is open. */
export function updateDialogMark(): void {
  document.documentElement.toggleAttribute('data-dialog', Boolean(document.querySelector('dialog[open]')))
}

/** `data-selecting`: the bar of a selection is open. */
export function setSelectionMark(isOpen: boolean): void {
  document.documentElement.toggleAttribute('data-selecting', isOpen)
}

const textFields = 'main :is(textarea, input:not([type="checkbox"], [type="radio"], [type="range"]))'

/** `data-typing`: a field of text in the page's content has the focus, so that a phone shows its keyboard. */
export function watchTyping(): () => void {
  const update = () => {
    const isTyping = document.activeElement?.matches(textFields) ?? false
    document.documentElement.toggleAttribute('data-typing', isTyping)
  }
  // A field that is removed loses the focus without an event.
  const events = ['focusin', 'focusout', 'click']
  for (const event of events) addEventListener(event, update)
  return () => {
    for (const event of events) removeEventListener(event, update)
  }
}
