import { atom } from 'nanostores'

export type SnackbarType = 'info' | 'error' | 'success'

export interface Snackbar {
  readonly id: number
  readonly type: SnackbarType
  readonly message: string
}

/** At most this many are on screen; the oldest makes room. */
const maxSnackbars = 4

export const $snackbars = atom<readonly Snackbar[]>([])

let lastId = 0

/** Shows a message at the top centre; one that is on screen already is not shown twice. */
export function notify(type: SnackbarType, message: string): void {
  const others = $snackbars.get().filter((s) => s.type !== type || s.message !== message)
  lastId += 1
  $snackbars.set([...others, { id: lastId, type, message }].slice(-maxSnackbars))
}

export function dismissSnackbar(id: number): void {
  $snackbars.set($snackbars.get().filter((s) => s.id !== id))
}
