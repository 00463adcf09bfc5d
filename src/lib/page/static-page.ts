import type { SiteMetadata } from '#contract/site.ts'
import { callFromStaticPage } from '#lib/api/static-page-client.ts'
import { initLanguageMenus } from '#lib/i18n/language-menu.ts'
import { clearCachedSite } from '#lib/site/cache.ts'
import { host } from '#lib/site/host.ts'
import { showSite, updateAudience } from './before-paint.ts'
import { loadStaticActions } from './load-static-actions.ts'
import { initScrollLinks } from './scroll.ts'

const minSwipePx = 40

/** Loads the site metadata and applies its look. */
async function loadSite(): Promise<void> {
  const path = `/v2/mcn/meta?domain=${encodeURIComponent(host)}`
  const result = await callFromStaticPage<{ metadata: SiteMetadata }>({ path, anonymous: true })
  if (result?.success) showSite(result.metadata)
  else if (result) {
    if (result.code === 'unknown_site') clearCachedSite()
    const { showSnackbar } = await loadStaticActions()
    showSnackbar('error', result.message)
  }
}

/** A swipe to the left closes the menu. Browsers close dialogs on Escape and on Android's Back. */
function closeOnSwipe(menu: HTMLDialogElement): void {
  let startX = 0
  menu.addEventListener('touchstart', ({ touches }) => {
    startX = touches[0]?.clientX ?? 0
  })
  menu.addEventListener('touchend', ({ changedTouches }) => {
    if (startX - (changedTouches[0]?.clientX ?? startX) > minSwipePx) menu.close()
  })
}

/** Another tab signs in or out, or the page returns from the back/forward cache. */
function watchSignIn(): void {
  addEventListener('storage', updateAudience)
  addEventListener('pageshow', updateAudience)
}

/** `data-open` opens the dialog with that id, `data-close` closes the dialog around it. */
function handleClick(target: Element): void {
  // Dialogs of islands have no id.
  const dialog = target.closest<HTMLDialogElement>('dialog[id]')
  const dialogId = target.closest<HTMLElement>('[data-open]')?.dataset.open
  if (dialogId || target === dialog || target.closest('[data-close]')) dialog?.close()
  if (dialogId) document.querySelector<HTMLDialogElement>(`#${dialogId}`)?.showModal()
  if (target.closest('[data-log-out]')) loadStaticActions().then(({ logOut }) => logOut())
}

/** The behavior of a static page: menus, signing out, the look of the site. */
export function initStaticPage(): void {
  const menu = document.querySelector<HTMLDialogElement>('[data-swipe]')
  if (menu) closeOnSwipe(menu)
  addEventListener('click', ({ target }) => {
    if (target instanceof Element) handleClick(target)
  })
  watchSignIn()
  initLanguageMenus()
  initScrollLinks()
  // An application that has replaced the page's content loads the site itself.
  if (!document.querySelector('astro-island')) loadSite()
}
