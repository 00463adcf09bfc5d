import { findRedirect, findShell } from '#contract/portal/hosting.ts'

/**
 * Redirects on hosts without rewrite rules: shells get the original URL in their query (see `restoreShellAddress`).
 * Undefined if there is no such page.
 */
export function resolveUnknownAddress({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>) {
  const path = pathname.replace(/(.)\/+$/, '$1')
  const redirect = findRedirect(path)
  if (redirect) return redirect + search + hash
  const shell = findShell(path)
  // Hosts treat trailing slashes differently; our URLs have none.
  if (!shell) return path === pathname ? undefined : path + search + hash
  const query = new URLSearchParams(search)
  query.set('at', path.slice(shell.length + 1))
  return `${shell}?${query}${hash}`
}

/** The original URL of a shell page, undefined for its own. */
export function restoreShellAddress({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>) {
  const query = new URLSearchParams(search)
  const at = query.get('at')
  const address = `${pathname.replace(/\.html$/, '')}/${at}`
  if (at === null || findShell(address) === undefined) return undefined
  query.delete('at')
  return `${address}${query.size > 0 ? `?${query}` : ''}${hash}`
}
