import { sendWithRetries } from '#lib/api/send-request.ts'
import { callFromStaticPage } from '#lib/api/static-page-client.ts'
import { t } from '#lib/i18n/strings.ts'
import { host, tokenKey } from '#lib/site/host.ts'
import { removeLocal } from '#lib/site/storage.ts'
import type { StaticActions } from './load-static-actions.ts'
import { mountSnackbars } from './snackbar-stack.ts'
import { notify, type SnackbarType } from './snackbars.ts'

// Implements `StaticActions`; served as a module by pages/static-actions.js.ts.

function showSnackbar(type: SnackbarType, message: string): void {
  mountSnackbars(document.querySelector('dialog[open]') ?? document.body)
  notify(type, message)
}

async function logOut(): Promise<void> {
  const result = await callFromStaticPage({ method: 'POST', path: '/member/logout' })
  if (!result?.success && result?.code !== 'unauthenticated')
    return showSnackbar('error', result?.message ?? t('common:unreached'))
  removeLocal(tokenKey(host))
  location.reload()
}

export const staticActions: StaticActions = { sendWithRetries, showSnackbar, logOut }
