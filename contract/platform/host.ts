/** The key of a site: lower case, ASCII (`xn--…`), without port and leading `www.`. */
export const normalizeHost = (host: string) =>
  toAsciiHost(host.trim().toLowerCase())
    .replace(/:\d+$/, '')
    .replace(/^www\./, '')

/** Returns invalid hosts unchanged. */
function toAsciiHost(host: string): string {
  const address = `http://${host}`
  return /[/?#@\\]/.test(host) || !URL.canParse(address) ? host : new URL(address).hostname
}
