import type { Metadata } from '#contract/site.ts'
import { moveToPreferred, showSignIn } from './before-paint.ts'
import { host, tokenKey } from './host.ts'
import { forgetSite, keepSite } from './kept-site.ts'
import { followLanguageLinks } from './language-links.ts'
import { lightCall } from './light-call.ts'
import { say } from './light-snackbar.ts'
import { paint } from './paint.ts'
import { followScrollLinks } from './scroll.ts'
import { forget } from './storage.ts'

const enoughSwipePx = 40

/** Asks what the site looks like and shows it. */
async function showSite(): Promise<void> {
  const path = `/v2/mcn/meta?domain=${encodeURIComponent(host)}`
  const reply = await lightCall<{ metadata: Metadata }>({ path, anonymous: true })
  if (reply?.success) {
    keepSite(reply.metadata)
    paint(reply.metadata)
    moveToPreferred(reply.metadata)
  } else if (reply) {
    if (reply.code === 'unknown_site') forgetSite()
    say('error', reply.message)
  }
}

/** A swipe to the left closes the menu; Escape and Android's Back close any dialog by themselves. */
function followSwipe(menu: HTMLDialogElement): void {
  let from = 0
  menu.addEventListener('touchstart', ({ touches }) => {
    from = touches[0]?.clientX ?? 0
  })
  menu.addEventListener('touchend', ({ changedTouches }) => {
    if (from - (changedTouches[0]?.clientX ?? from) > enoughSwipePx) menu.close()
  })
}

async function logOut(): Promise<void> {
  const reply = await lightCall({ method: 'POST', path: '/member/logout' })
  if (!reply?.success && reply?.code !== 'unauthenticated')
    return say('error', reply?.message ?? document.documentElement.dataset.unreached ?? '')
  forget(tokenKey(host))
  location.reload()
}

/** Another tab signs in or out, or this page comes back from the browser's memory. */
function followSignIn(): void {
  addEventListener('storage', showSignIn)
  addEventListener('pageshow', showSignIn)
}

/** What is pressed on a reading page: `data-open` opens the dialog of that id, `data-close` closes its own. */
function press(target: Element): void {
  // Only its own: others have no id.
  const around = target.closest<HTMLDialogElement>('dialog[id]')
  const opens = target.closest<HTMLElement>('[data-open]')?.dataset.open
  if (opens || target === around || target.closest('[data-close]')) around?.close()
  if (opens) document.querySelector<HTMLDialogElement>(`#${opens}`)?.showModal()
  if (target.closest('[data-log-out]')) logOut()
}

/** What a page that is to be read does: its menus, the way out, the site's look. */
export function startReadingPage(): void {
  const menu = document.querySelector<HTMLDialogElement>('[data-swipe]')
  if (menu) followSwipe(menu)
  addEventListener('click', ({ target }) => {
    if (target instanceof Element) press(target)
  })
  followSignIn()
  followLanguageLinks()
  followScrollLinks()
  showSite()
}
