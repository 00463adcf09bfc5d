import { endPendingSessions } from '#lib/api/pending-logouts.ts'
import { sendWithRetries } from '#lib/api/send-request.ts'
import { updateDialogMark } from '#lib/page/root-marks.ts'
import { mountSnackbars } from '#lib/page/snackbar-stack.ts'
import { notify, type SnackbarType } from '#lib/page/snackbars.ts'
import { forgetAttention } from '#lib/site/attention.ts'
import { forgetSite } from '#lib/site/cache.ts'
import {
  collapsedKey,
  favoritesKey,
  host,
  logoutsKey,
  mailKey,
  mayKey,
  tagsKey,
  tokenKey,
  verifyKey,
} from '#lib/site/host.ts'
import { readLocal, removeLocal } from '#lib/site/storage.ts'
import type { StaticActions } from './load-static-actions.ts'
import { loadFallbackHash } from './static-page-client.ts'
import { loadStaticUser } from './static-user.ts'

// Implements `StaticActions`; served as a module by pages/static-actions.js.ts.

const minSwipePx = 40

/** Browsers already close dialogs on Escape and on Android's Back. */
function closeOnSwipe(menu: HTMLDialogElement): void {
  let startX = 0
  menu.addEventListener('touchstart', ({ touches }) => {
    startX = touches[0]?.clientX ?? 0
  })
  menu.addEventListener('touchend', ({ changedTouches }) => {
    if (startX - (changedTouches[0]?.clientX ?? startX) > minSwipePx) menu.close()
  })
}

for (const menu of document.querySelectorAll<HTMLDialogElement>('dialog[data-swipe][id]')) closeOnSwipe(menu)

/** The dialog whose opening has loaded this module, and those that are opened by later clicks. */
function watchDialogs(): void {
  updateDialogMark()
  addEventListener('click', updateDialogMark)
  // It does not bubble.
  addEventListener('close', updateDialogMark, { capture: true })
}

watchDialogs()

function showSnackbar(type: SnackbarType, message: string): void {
  mountSnackbars(document.querySelector('dialog[open]') ?? document.body)
  notify(type, message)
}

function showFailure({ code, message }: Parameters<StaticActions['showFailure']>[0]): void {
  showSnackbar('error', message)
  // This module recorded the host of the address again while it loaded, so forgetting it earlier would have no effect.
  if (code === 'unknown_site') forgetSite()
}

let shownToken = ''

function updateSession(): void {
  const token = readLocal(tokenKey(host)) ?? ''
  if (!token) {
    for (const key of [mayKey, verifyKey, mailKey, collapsedKey, favoritesKey, tagsKey])
      removeLocal(key(host))
    forgetAttention()
  }
  if (readLocal(logoutsKey(host))) void endPendingSessions(loadFallbackHash)
  if (token && token !== shownToken) void loadStaticUser(showSnackbar)
  shownToken = token
}

export const staticActions: StaticActions = {
  sendWithRetries,
  showFailure,
  showSnackbar,
  updateSession,
}
