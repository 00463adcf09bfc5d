import { atom, computed } from 'nanostores'

const baseZIndex = 1000
const zIndexStep = 2

/** The dialogs that are open, the lowest first. */
const $openDialogs = atom<readonly symbol[]>([])

/** Puts a dialog on top of the stack; gives its z-index. */
export function pushDialog(id: symbol): number {
  $openDialogs.set([...$openDialogs.get(), id])
  return baseZIndex + zIndexStep * ($openDialogs.get().length - 1)
}

export function removeDialog(id: symbol): void {
  $openDialogs.set($openDialogs.get().filter((other) => other !== id))
}

/** The dialog that lies above all others; everything outside of it is inert. */
export const $topDialog = computed($openDialogs, (open) => open.at(-1))

export const isTopDialog = (id: symbol) => $openDialogs.get().at(-1) === id
