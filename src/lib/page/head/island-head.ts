import { isLocale } from '#contract/platform/locale.ts'
import { toPagePath } from '#contract/platform/page-path.ts'
import { findShell } from '#contract/portal/hosting.ts'
import { stripLocale } from '#lib/i18n/language.ts'
import { removeDialogFlags } from '#lib/navigation/dialog-flags.ts'
import { buildLoginPath, ignoresSession, requiresAccount } from '#lib/navigation/login-redirect.ts'
import { restoreShellAddress } from '#lib/navigation/not-found.ts'
import { restoreAddress } from '#lib/navigation/restore-address.ts'
import { initBeforePaint } from '#lib/page/before-paint.ts'
import { applySecondaryChartColor } from '#lib/site/chart-color.ts'
import { favoritesKey, host, tagsKey, tokenKey } from '#lib/site/host.ts'
import { readLocal } from '#lib/site/storage.ts'
import { preloadRequests } from './preload-requests.ts'
import { preloadView } from './preload-view.ts'

// Head script of pages whose content is an island.
const restored = restoreShellAddress(location)
if (restored) history.replaceState(null, '', restored)
// Hosts serve the file of a page behind a slash, and a page load restores no dialog.
restoreAddress(toPagePath(location.pathname), removeDialogFlags(location.search))
const isItem = findShell(location.pathname) !== undefined
document.documentElement.toggleAttribute('data-item', isItem)
preloadView(isItem)
const isStaying = initBeforePaint()
for (const [name, key] of [
  ['data-favorites', favoritesKey],
  ['data-tags', tagsKey],
] as const)
  document.documentElement.toggleAttribute(name, Boolean(readLocal(key(host))))
applySecondaryChartColor()
const { lang } = document.documentElement
if (isStaying && isLocale(lang)) {
  const path = stripLocale(location.pathname)
  if (readLocal(tokenKey(host)) && !ignoresSession(path)) preloadRequests(lang, location)
  else if (requiresAccount(path)) location.replace(buildLoginPath(location, lang))
}
