import { atom, computed } from 'nanostores'

const baseZIndex = 1000
const zIndexStep = 2

/** The open dialogs, the lowest first. */
const $openDialogs = atom<readonly HTMLDialogElement[]>([])

/** Puts a dialog on top of the stack and returns its z-index. */
export function pushDialog(dialog: HTMLDialogElement): number {
  $openDialogs.set([...$openDialogs.get(), dialog])
  return baseZIndex + zIndexStep * ($openDialogs.get().length - 1)
}

export function removeDialog(dialog: HTMLDialogElement): void {
  $openDialogs.set($openDialogs.get().filter((other) => other !== dialog))
}

/** The dialog above all others; everything outside it is inert. */
export const $topDialog = computed($openDialogs, (open) => open.at(-1))

export const isTopDialog = (dialog: HTMLDialogElement | null) => $openDialogs.get().at(-1) === dialog
