import { atom, computed } from 'nanostores'

const lowest = 1000
const step = 2

/** The dialogs that are open, the lowest first. */
const $open = atom<readonly symbol[]>([])

/** Puts a dialog on top of the stack; gives its z-index. */
export function pushDialog(id: symbol): number {
  $open.set([...$open.get(), id])
  return lowest + step * ($open.get().length - 1)
}

export function removeDialog(id: symbol): void {
  $open.set($open.get().filter((other) => other !== id))
}

/** The dialog that lies above all others; everything outside of it is inert. */
export const $topDialog = computed($open, (open) => open.at(-1))

export const isTopDialog = (id: symbol) => $open.get().at(-1) === id
