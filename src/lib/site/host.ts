import { type DesignId, laptopBreakpoints } from '#contract/design.ts'
import { normalizeHost } from '#contract/host.ts'
import { readTab, writeTab } from './storage.ts'

const hostStorageKey = 'host'

export const siteKey = (host: string) => `site:${host}`
export const tokenKey = (host: string) => `token:${host}`
/** Where it is kept that the person who was here last manages a network. */
export const managerKey = (host: string) => `manager:${host}`

/** A host that an address asks for and that can be one. */
export function parseHost(search: string): string | undefined {
  const host = normalizeHost(new URLSearchParams(search).get('host') ?? '')
  return /^[a-z\d][a-z\d.-]{0,252}$/.test(host) ? host : undefined
}

/** The design id that an address asks for with `d`, when there is such a design. */
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

/** The host by which the site is looked up: `?host=`, kept for the tab, else the hostname without `www.`. */
export const host = resolveHost()

/** The query of the address as the page was opened: the console's own moves change it later. */
export const initialSearch = import.meta.env.SSR ? '' : location.search
