/** The host as sites are keyed by it: lower case, ASCII (`xn--…`), without port and a leading `www.`. */
export const siteHost = (host: string) =>
  inAscii(host.trim().toLowerCase())
    .replace(/:\d+$/, '')
    .replace(/^www\./, '')

/** What cannot be a host stays as it is. */
function inAscii(host: string): string {
  const address = `http://${host}`
  return /[/?#@\\]/.test(host) || !URL.canParse(address) ? host : new URL(address).hostname
}
