import type { endPendingSessions } from '#lib/api/pending-logouts.ts'
import type { sendWithRetries } from '#lib/api/send-request.ts'
import type { SnackbarType } from './snackbars.ts'

export interface StaticActions {
  sendWithRetries: typeof sendWithRetries
  showSnackbar: (type: SnackbarType, message: string) => void
  endPendingSessions: typeof endPendingSessions
}

const actionsUrl = '/static-actions.js'

/** Imports by URL: inline scripts cannot import build files. */
export async function loadStaticActions(): Promise<StaticActions> {
  return (await import(/* @vite-ignore */ actionsUrl)).staticActions
}
