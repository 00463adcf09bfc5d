const somewhere = 'https://site.invalid'

const tricky = /[\p{Cc}\s\\]/u
const outside = new Set(['https:', 'http:', 'mailto:'])

/** An address as a link may have it: of the web, of a mailbox, or of a page of the site; null of any other. */
export function hrefOf(address: string): string | null {
  if (tricky.test(address)) return null
  if (address.startsWith('/')) return pathOf(address)
  const url = URL.parse(address)
  if (!url || !outside.has(url.protocol) || url.username || url.password) return null
  // "https:site" is one, too, for a browser.
  return /^(?:https?:\/\/|mailto:)/i.test(address) ? url.href : null
}

function pathOf(address: string): string | null {
  const url = URL.parse(address, somewhere)
  if (url?.origin !== somewhere || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}
