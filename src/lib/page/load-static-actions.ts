import type { sendWithRetries } from '#lib/api/send-request.ts'
import type { SnackbarType } from './snackbars.ts'

/** What a static page rarely needs. `static-actions.ts` implements it. */
export interface StaticActions {
  sendWithRetries: typeof sendWithRetries
  showSnackbar: (type: SnackbarType, message: string) => void
  logOut: () => Promise<void>
}

const actionsUrl = '/static-actions.js'

/** Loads the code on demand, by URL: an inline script knows no files of the build. */
export async function loadStaticActions(): Promise<StaticActions> {
  return (await import(/* @vite-ignore */ actionsUrl)).staticActions
}
