import { isIP } from 'node:net'
import { isLoopback } from '#server/platform/config.ts'

/** Modes in which the driver encrypts nothing, or does not verify the server. */
const unverifiedModes: ReadonlySet<string> = new Set(['', 'disable', 'false', 'allow', 'prefer', 'require'])

/** A Unix socket has no host; a URL may list several hosts. */
function parseHosts(url: string): string[] {
  const authority = /^\w+:\/\/([^/?#]*)/.exec(url)?.[1] ?? ''
  return authority
    .slice(authority.lastIndexOf('@') + 1)
    .split(',')
    .map((host) =>
      decodeURIComponent(host)
        .replace(/:\d*$/, '')
        .replace(/^\[|\]$/g, ''),
    )
    .filter((host) => host !== '' && !host.startsWith('/'))
}

/** Other machines that a `DATABASE_URL` connects to without proof of who answers. */
export function findUnverifiedHosts(url: string): string[] {
  const query = new URLSearchParams(/\?([^#]*)/.exec(url)?.[1])
  const mode =
    query.get('sslrootcert') === 'system' ? 'verify-full' : query.get('sslmode') || query.get('ssl')
  const isVerified = !unverifiedModes.has(mode ?? '')
  // The driver takes an address for `localhost` when it compares names.
  return parseHosts(url).filter((host) => !isLoopback(host) && !(isVerified && isIP(host) === 0))
}
