/** The host as sites are keyed by it: lower case, ASCII (`xn--…`), without port and a leading `www.`. */
export const normalizeHost = (host: string) =>
  toAsciiHost(host.trim().toLowerCase())
    .replace(/:\d+$/, '')
    .replace(/^www\./, '')

/** What cannot be a host stays as it is. */
function toAsciiHost(host: string): string {
  const address = `http://${host}`
  return /[/?#@\\]/.test(host) || !URL.canParse(address) ? host : new URL(address).hostname
}
