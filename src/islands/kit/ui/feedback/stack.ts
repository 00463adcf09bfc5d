import { atom, computed } from 'nanostores'

const baseZIndex = 1000
const zIndexStep = 2

const $openDialogs = atom<readonly HTMLDialogElement[]>([])

export function pushDialog(dialog: HTMLDialogElement): number {
  $openDialogs.set([...$openDialogs.get(), dialog])
  return baseZIndex + zIndexStep * ($openDialogs.get().length - 1)
}

export function removeDialog(dialog: HTMLDialogElement): void {
  $openDialogs.set($openDialogs.get().filter((other) => other !== dialog))
}

/** Everything outside the topmost dialog is inert. */
export const $topDialog = computed($openDialogs, (open) => open.at(-1))

export const isTopDialog = (dialog: HTMLDialogElement | null) => $openDialogs.get().at(-1) === dialog
