import type { SiteMetadata } from '#contract/portal/site.ts'
import { initMenus } from '#lib/i18n/menus.ts'
import { showSite, updateAudience } from '#lib/page/before-paint.ts'
import { initScrollLinks } from '#lib/page/scroll.ts'
import { isSiteServed } from '#lib/site/cache.ts'
import { host, logoutsKey, tokenKey } from '#lib/site/host.ts'
import { readLocal, removeLocal, writeLocal } from '#lib/site/storage.ts'
import { loadStaticActions } from './load-static-actions.ts'
import { callFromStaticPage } from './static-page-client.ts'

const pendingKey = logoutsKey(host)

async function loadSite(): Promise<void> {
  const path = `/v2/mcn/meta?domain=${encodeURIComponent(host)}`
  const result = await callFromStaticPage<{ metadata: SiteMetadata }>({ path, anonymous: true })
  if (result?.success) showSite(result.metadata)
  else if (result) (await loadStaticActions()).showFailure(result)
}

/** Visitors do not need the actions. */
function updateSession(): void {
  updateAudience()
  if (readLocal(tokenKey(host)) || readLocal(pendingKey))
    loadStaticActions().then((actions) => actions.updateSession())
}

function watchSignIn(): void {
  addEventListener('storage', updateSession)
  addEventListener('pageshow', updateSession)
}

function handleClick(target: Element): void {
  // Dialogs of islands have no id.
  const dialog = target.closest<HTMLDialogElement>('dialog[id]')
  const dialogId = target.closest<HTMLElement>('[data-open]')?.dataset.open
  if (dialogId || target === dialog || target.closest('[data-close]')) dialog?.close()
  if (dialogId) {
    document.querySelector<HTMLDialogElement>(`#${dialogId}`)?.showModal()
    // The actions mark the page, and let a swipe close the dialog.
    loadStaticActions()
  }
  if (target.closest('[data-log-out]')) logOut()
}

/** Runs inline, so that it works without a connection. The next page ends the session on the server. */
function logOut(): void {
  writeLocal(pendingKey, `${readLocal(pendingKey)}\n${Date.now()} ${readLocal(tokenKey(host))}`)
  removeLocal(tokenKey(host))
  location.reload()
}

export function initStaticPage(): void {
  addEventListener('click', ({ target }) => {
    if (target instanceof Element) handleClick(target)
  })
  watchSignIn()
  initMenus()
  initScrollLinks()
  // The app that replaced the page's content loads the site itself.
  if (!isSiteServed() && !document.querySelector('astro-island')) loadSite()
}
