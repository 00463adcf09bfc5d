import { endPendingSessions } from '#lib/api/pending-logouts.ts'
import { sendWithRetries } from '#lib/api/send-request.ts'
import { loadFallbackHash } from '#lib/api/static-page-client.ts'
import { forgetSite } from '#lib/site/cache.ts'
import { host, mailKey, managerKey, tokenKey, verifyKey } from '#lib/site/host.ts'
import { readLocal, removeLocal } from '#lib/site/storage.ts'
import type { StaticActions } from './load-static-actions.ts'
import { mountSnackbars } from './snackbar-stack.ts'
import { notify, type SnackbarType } from './snackbars.ts'

// Implements `StaticActions`; served as a module by pages/static-actions.js.ts.

function showSnackbar(type: SnackbarType, message: string): void {
  mountSnackbars(document.querySelector('dialog[open]') ?? document.body)
  notify(type, message)
}

function showFailure({ code, message }: Parameters<StaticActions['showFailure']>[0]): void {
  showSnackbar('error', message)
  // Not earlier: this module noted the host of the address again when it loaded.
  if (code === 'unknown_site') forgetSite()
}

function endSessions(): Promise<void> {
  if (!readLocal(tokenKey(host))) for (const key of [managerKey, verifyKey, mailKey]) removeLocal(key(host))
  return endPendingSessions(loadFallbackHash)
}

export const staticActions: StaticActions = {
  sendWithRetries,
  showFailure,
  showSnackbar,
  endSessions,
}
