import { type DesignId, laptopBreakpoints } from '#contract/design.ts'
import { normalizeHost } from '#contract/host.ts'
import { readTab, removeTab, writeTab } from './storage.ts'

const hostStorageKey = 'host'

export const siteKey = (host: string) => `site:${host}`
export const tokenKey = (host: string) => `token:${host}`
export const managerKey = (host: string) => `manager:${host}`
export const verifyKey = (host: string) => `verify:${host}`
/** Whether the account's address is still to be confirmed. */
export const mailKey = (host: string) => `mail:${host}`
export const deviceKey = (host: string) => `device:${host}`
/** Of logouts that the server does not know of: lines of time and token. */
export const logoutsKey = (host: string) => `logouts:${host}`

export function parseHost(search: string): string | undefined {
  const host = normalizeHost(new URLSearchParams(search).get('host') ?? '')
  return /^[a-z\d][a-z\d.-]{0,252}$/.test(host) ? host : undefined
}

export function parseDesign(search: string): DesignId | undefined {
  const id = `mcn-${new URLSearchParams(search).get('d')}`
  return id in laptopBreakpoints ? (id as DesignId) : undefined
}

function resolveHost(): string {
  if (import.meta.env.SSR) return ''
  const requested = parseHost(location.search)
  if (requested) writeTab(hostStorageKey, requested)
  return requested ?? readTab(hostStorageKey) ?? normalizeHost(location.hostname)
}

/** `?host=`, stored for the tab, otherwise the hostname without `www.`. */
export const host = resolveHost()

/** Of the tab. */
export function forgetHost(): void {
  removeTab(hostStorageKey)
}

/** Frozen at page load; client-side navigation changes the query later. */
export const initialSearch = import.meta.env.SSR ? '' : location.search
