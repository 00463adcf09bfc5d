const placeholderOrigin = 'https://site.invalid'

const unsafeCharacters = /[\p{Cc}\s\\]/u
const allowedProtocols = new Set(['https:', 'http:', 'mailto:'])

/** Allowlist: http, https, mailto and site paths; null for anything else. */
export function sanitizeHref(address: string): string | null {
  if (unsafeCharacters.test(address)) return null
  if (address.startsWith('/')) return sanitizeSitePath(address)
  const url = URL.parse(address)
  if (!url || !allowedProtocols.has(url.protocol) || url.username || url.password) return null
  // Browsers also accept "https:host".
  return /^(?:https?:\/\/|mailto:)/i.test(address) ? url.href : null
}

function sanitizeSitePath(address: string): string | null {
  const url = URL.parse(address, placeholderOrigin)
  if (url?.origin !== placeholderOrigin || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}
