import { normalizeHost } from '#contract/platform/host.ts'
import { readTab, removeTab, writeTab } from './storage.ts'

const hostStorageKey = 'host'

export const siteKey = (host: string) => `site:${host}`
export const tokenKey = (host: string) => `token:${host}`
/** Stores the token of who looks at the portal as another person, and where it was started. */
export const impersonatorKey = (host: string) => `impersonator:${host}`
export const mayKey = (host: string) => `may:${host}`
export const verifyKey = (host: string) => `verify:${host}`
/** Stores whether the account's address still has to be confirmed. */
export const mailKey = (host: string) => `mail:${host}`
/** Stores the number of an operator's alerts. */
export const alertsKey = (host: string) => `alerts:${host}`
/** Stores whether the person of the session has favorites. */
export const favoritesKey = (host: string) => `favorites:${host}`
/** Stores whether the person of the session has tags. */
export const tagsKey = (host: string) => `tags:${host}`
/** Stores whether the banner of the person of the session is collapsed; in a tab, that it is not in this one. */
export const collapsedKey = (host: string) => `collapsed:${host}`
/** Stores the columns that a person has chosen for a table. */
export const columnsKey = (host: string, table: string, person: number) =>
  `columns:${host}:${table}:${person}`
export const deviceKey = (host: string) => `device:${host}`
/** Stores logouts that the server does not know about, as lines of time and token. */
export const logoutsKey = (host: string) => `logouts:${host}`

export function parseHost(search: string): string | undefined {
  const host = normalizeHost(new URLSearchParams(search).get('host') ?? '')
  return /^[a-z\d][a-z\d.-]{0,252}$/.test(host) ? host : undefined
}

function resolveHost(): string {
  if (import.meta.env.SSR) return ''
  const requested = parseHost(location.search)
  if (requested) writeTab(hostStorageKey, requested)
  return requested ?? readTab(hostStorageKey) ?? normalizeHost(location.hostname)
}

/** `?host=`, stored for the tab, otherwise the hostname without `www.`. */
export const host = resolveHost()

/** Forgets the host that is stored for the tab. */
export function forgetHost(): void {
  removeTab(hostStorageKey)
}

/** `p`, `pd` and `d` of the address, stored for the tab like the host; an empty value ends the preview. */
function resolvePreview(): Readonly<Record<string, string>> {
  const params = new URLSearchParams(import.meta.env.SSR ? '' : location.search)
  const readParam = (name: string) => {
    const value = params.get(name) ?? readTab(name) ?? ''
    writeTab(name, value)
    return [name, value]
  }
  return Object.fromEntries(['p', 'pd', 'd'].map(readParam))
}

/** Colors and design that override the site's; read once, since client-side navigation changes the address. */
export const preview = resolvePreview()
