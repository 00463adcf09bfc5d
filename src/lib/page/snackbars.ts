import { atom } from 'nanostores'

export type SnackbarType = 'info' | 'error' | 'success'

export interface Snackbar {
  readonly id: number
  readonly type: SnackbarType
  readonly message: string
}

const maxSnackbars = 4

export const $snackbars = atom<readonly Snackbar[]>([])

let lastId = 0

export function notify(type: SnackbarType, message: string): void {
  const others = $snackbars.get().filter((s) => s.type !== type || s.message !== message)
  lastId += 1
  $snackbars.set([...others, { id: lastId, type, message }].slice(-maxSnackbars))
}

export function dismissSnackbar(id: number): void {
  $snackbars.set($snackbars.get().filter((s) => s.id !== id))
}
