import type { SiteMetadata } from '#contract/site.ts'
import { callFromStaticPage } from '#lib/api/static-page-client.ts'
import { initLanguageMenus } from '#lib/i18n/language-menu.ts'
import { cacheSite, clearCachedSite } from '#lib/site/cache.ts'
import { host, tokenKey } from '#lib/site/host.ts'
import { removeLocal } from '#lib/site/storage.ts'
import { applyTheme } from '#lib/site/theme.ts'
import { redirectToPreferredLanguage, updateAudience } from './before-paint.ts'
import { initScrollLinks } from './scroll.ts'
import { showSnackbar } from './static-snackbar.ts'

const minSwipePx = 40

/** Asks what the site looks like and shows it. */
async function loadSite(): Promise<void> {
  const path = `/v2/mcn/meta?domain=${encodeURIComponent(host)}`
  const reply = await callFromStaticPage<{ metadata: SiteMetadata }>({ path, anonymous: true })
  if (reply?.success) {
    cacheSite(reply.metadata)
    applyTheme(reply.metadata)
    redirectToPreferredLanguage(reply.metadata)
  } else if (reply) {
    if (reply.code === 'unknown_site') clearCachedSite()
    showSnackbar('error', reply.message)
  }
}

/** A swipe to the left closes the menu; Escape and Android's Back close any dialog by themselves. */
function closeOnSwipe(menu: HTMLDialogElement): void {
  let startX = 0
  menu.addEventListener('touchstart', ({ touches }) => {
    startX = touches[0]?.clientX ?? 0
  })
  menu.addEventListener('touchend', ({ changedTouches }) => {
    if (startX - (changedTouches[0]?.clientX ?? startX) > minSwipePx) menu.close()
  })
}

async function logOut(): Promise<void> {
  const reply = await callFromStaticPage({ method: 'POST', path: '/member/logout' })
  if (!reply?.success && reply?.code !== 'unauthenticated')
    return showSnackbar('error', reply?.message ?? document.documentElement.dataset.unreached ?? '')
  removeLocal(tokenKey(host))
  location.reload()
}

/** Another tab signs in or out, or this page comes back from the browser's memory. */
function watchSignIn(): void {
  addEventListener('storage', updateAudience)
  addEventListener('pageshow', updateAudience)
}

/** What is pressed on a reading page: `data-open` opens the dialog of that id, `data-close` closes its own. */
function handleClick(target: Element): void {
  // Only its own: others have no id.
  const dialog = target.closest<HTMLDialogElement>('dialog[id]')
  const dialogId = target.closest<HTMLElement>('[data-open]')?.dataset.open
  if (dialogId || target === dialog || target.closest('[data-close]')) dialog?.close()
  if (dialogId) document.querySelector<HTMLDialogElement>(`#${dialogId}`)?.showModal()
  if (target.closest('[data-log-out]')) logOut()
}

/** What a page that is to be read does: its menus, the way out, the site's look. */
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
