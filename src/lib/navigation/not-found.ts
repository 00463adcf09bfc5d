import { findRedirect, findShell } from '#contract/hosting.ts'

/**
 * Where the page for unknown addresses leads on to, on a host that knows neither the table of redirects nor shells:
 * a shell is told by its query which address it stands for (`restoredAddress`). Undefined: there is no such page.
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
  // Hosts differ in what they make of a slash at the end; ours is without.
  if (!shell) return path === pathname ? undefined : path + search + hash
  const query = new URLSearchParams(search)
  query.set('at', path.slice(shell.length + 1))
  return `${shell}?${query}${hash}`
}

/** The address for which a shell was opened, undefined when it is its own. */
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
