import type { SnackbarType } from './snackbars.ts'

const durationMs = 4000

/** Shows a message at the top centre of a page without islands, as `Snackbars` does elsewhere. */
export function showSnackbar(type: SnackbarType, message: string): void {
  const item = document.createElement('p')
  item.dataset.type = type
  item.textContent = message
  document.querySelector('[data-snackbars]')?.append(item)
  setTimeout(() => item.remove(), type === 'error' ? 2 * durationMs : durationMs)
}
