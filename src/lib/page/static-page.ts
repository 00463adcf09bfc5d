import type { SiteMetadata } from '#contract/site.ts'
import { callFromStaticPage } from '#lib/api/static-page-client.ts'
import { initLanguageMenus } from '#lib/i18n/language-menu.ts'
import { host, logoutsKey, tokenKey } from '#lib/site/host.ts'
import { readLocal, removeLocal, writeLocal } from '#lib/site/storage.ts'
import { showSite, updateAudience } from './before-paint.ts'
import { loadStaticActions } from './load-static-actions.ts'
import { initScrollLinks } from './scroll.ts'

const minSwipePx = 40
const pendingKey = logoutsKey(host)

async function loadSite(): Promise<void> {
  const path = `/v2/mcn/meta?domain=${encodeURIComponent(host)}`
  const result = await callFromStaticPage<{ metadata: SiteMetadata }>({ path, anonymous: true })
  if (result?.success) showSite(result.metadata)
  else if (result) (await loadStaticActions()).showFailure(result)
}

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

function watchSignIn(): void {
  addEventListener('storage', updateAudience)
  addEventListener('pageshow', updateAudience)
}

function handleClick(target: Element): void {
  // Dialogs of islands have no id.
  const dialog = target.closest<HTMLDialogElement>('dialog[id]')
  const dialogId = target.closest<HTMLElement>('[data-open]')?.dataset.open
  if (dialogId || target === dialog || target.closest('[data-close]')) dialog?.close()
  if (dialogId) document.querySelector<HTMLDialogElement>(`#${dialogId}`)?.showModal()
  if (target.closest('[data-log-out]')) logOut()
}

/** Inline, so that it works without a connection. The page that loads next ends the session on the server. */
function logOut(): void {
  writeLocal(pendingKey, `${readLocal(pendingKey)}\n${Date.now()} ${readLocal(tokenKey(host))}`)
  removeLocal(tokenKey(host))
  location.reload()
}

export function initStaticPage(): void {
  const menu = document.querySelector<HTMLDialogElement>('[data-swipe]')
  if (menu) closeOnSwipe(menu)
  addEventListener('click', ({ target }) => {
    if (target instanceof Element) handleClick(target)
  })
  watchSignIn()
  initLanguageMenus()
  initScrollLinks()
  if (readLocal(pendingKey)) loadStaticActions().then((actions) => actions.endSessions())
  // The app that replaced the page's content loads the site itself.
  if (!document.querySelector('astro-island')) loadSite()
}
