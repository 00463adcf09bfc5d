import { isLocale } from '#contract/locale.ts'
import { searchWithoutFlags } from './flags.ts'
import { host, tokenKey } from './host.ts'
import { keptSite } from './kept-site.ts'
import { localePath } from './language.ts'
import { paint, paintNames, paintWidth } from './paint.ts'
import { preferredLanguage } from './preferred-language.ts'
import { loginPath, needsAccount } from './redirect.ts'

/** Runs in the head of every page, before anything is painted. A page that has no language of its own has no path. */
function beforePaint(path: string | undefined): void {
  const root = document.documentElement
  const site = keptSite()
  const signedIn = Boolean(localStorage.getItem(tokenKey(host)))
  if (path !== undefined && isLocale(root.lang)) {
    const language = preferredLanguage(root.lang, site)
    if (language) location.replace(localePath(path, language) + location.search + location.hash)
    else if (needsAccount(path) && !signedIn) location.replace(loginPath(location, root.lang))
  }
  const search = searchWithoutFlags(location.search)
  if (search !== undefined) history.replaceState(null, '', location.pathname + search + location.hash)
  root.toggleAttribute('data-signed-in', signedIn)
  paint(site)
  addEventListener('resize', paintWidth)
  if (site) paintNamesAsTheyCome(site)
}

function paintNamesAsTheyCome(site: NonNullable<ReturnType<typeof keptSite>>): void {
  const observer = new MutationObserver(() => paintNames(site))
  observer.observe(document.documentElement, { childList: true, subtree: true })
  addEventListener('DOMContentLoaded', () => observer.disconnect())
}

beforePaint(document.currentScript?.dataset.path)
