import { endPendingSessions } from '#lib/api/pending-logouts.ts'
import { sendWithRetries } from '#lib/api/send-request.ts'
import type { StaticActions } from './load-static-actions.ts'
import { mountSnackbars } from './snackbar-stack.ts'
import { notify, type SnackbarType } from './snackbars.ts'

// Implements `StaticActions`; served as a module by pages/static-actions.js.ts.

function showSnackbar(type: SnackbarType, message: string): void {
  mountSnackbars(document.querySelector('dialog[open]') ?? document.body)
  notify(type, message)
}

export const staticActions: StaticActions = { sendWithRetries, showSnackbar, endPendingSessions }
