const placeholderOrigin = 'https://site.invalid'

const unsafeCharacters = /[\p{Cc}\s\\]/u
const allowedProtocols = new Set(['https:', 'http:', 'mailto:'])

/** An address as a link may have it: of the web, of a mailbox, or of a page of the site; null of any other. */
export function sanitizeHref(address: string): string | null {
  if (unsafeCharacters.test(address)) return null
  if (address.startsWith('/')) return sanitizeSitePath(address)
  const url = URL.parse(address)
  if (!url || !allowedProtocols.has(url.protocol) || url.username || url.password) return null
  // "https:site" is one, too, for a browser.
  return /^(?:https?:\/\/|mailto:)/i.test(address) ? url.href : null
}

function sanitizeSitePath(address: string): string | null {
  const url = URL.parse(address, placeholderOrigin)
  if (url?.origin !== placeholderOrigin || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}
