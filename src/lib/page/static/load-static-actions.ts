import type { sendWithRetries } from '#lib/api/send-request.ts'
import type { SnackbarType } from '#lib/page/snackbars.ts'

export interface StaticActions {
  sendWithRetries: typeof sendWithRetries
  showFailure: (failure: { code: string; message: string }) => void
  showSnackbar: (type: SnackbarType, message: string) => void
  /** Ends sessions that the server still considers open, and fills the frame with the account's profile. */
  updateSession: () => void
}

const actionsUrl = '/static-actions.js'

/** Imports by URL: inline scripts cannot import build files. */
export async function loadStaticActions(): Promise<StaticActions> {
  return (await import(/* @vite-ignore */ actionsUrl)).staticActions
}
