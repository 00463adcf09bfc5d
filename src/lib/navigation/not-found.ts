import { toPagePath } from '#contract/platform/page-path.ts'
import { findRedirect, findShell } from '#contract/portal/hosting.ts'
import { stripLocale } from '#lib/i18n/language.ts'

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>

/**
 * Redirects on hosts that serve files by their names only, and know no rewrite rules: shells get the original URL
 * in their query (see `restoreShellAddress`). Undefined if there is no such page.
 * @param pages the paths of all pages, without the language
 */
export function resolveUnknownAddress({ pathname, search, hash }: Address, pages: readonly string[]) {
  const path = toPagePath(pathname)
  const redirect = findRedirect(path)
  if (redirect) return redirect + search + hash
  const shell = findShell(path)
  const page = shell ?? (pages.includes(stripLocale(path)) ? path : '')
  // The file of the page is missing, too.
  if (page === '' || page === '/' || pathname === getFile(page)) return undefined
  const query = new URLSearchParams(search)
  if (shell) query.set('at', path.slice(shell.length + 1))
  return getFile(page) + (query.size > 0 ? `?${query}` : '') + hash
}

const getFile = (path: string) => `${path}/index.html`

/** The original URL of a shell page, undefined for its own. */
export function restoreShellAddress({ pathname, search, hash }: Address) {
  const query = new URLSearchParams(search)
  const at = query.get('at')
  const path = `${toPagePath(pathname)}/${at}`
  if (at === null || findShell(path) === undefined) return undefined
  query.delete('at')
  return `${path}${query.size > 0 ? `?${query}` : ''}${hash}`
}
