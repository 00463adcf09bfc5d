import { type DesignId, laptopFrom } from '#contract/design.ts'
import { siteHost } from '#contract/host.ts'
import { keepInTab, readInTab } from './storage.ts'

const keptForTab = 'host'

export const siteKey = (host: string) => `site:${host}`
export const tokenKey = (host: string) => `token:${host}`
/** Where it is kept that the person who was here last manages a network. */
export const managerKey = (host: string) => `manager:${host}`

/** A host that an address asks for and that can be one. */
export function hostFrom(search: string): string | undefined {
  const host = siteHost(new URLSearchParams(search).get('host') ?? '')
  return /^[a-z\d][a-z\d.-]{0,252}$/.test(host) ? host : undefined
}

/** The design id that an address asks for with `d`, when there is such a design. */
export function designFrom(search: string): DesignId | undefined {
  const id = `mcn-${new URLSearchParams(search).get('d')}`
  return id in laptopFrom ? (id as DesignId) : undefined
}

function findHost(): string {
  if (import.meta.env.SSR) return ''
  const asked = hostFrom(location.search)
  if (asked) keepInTab(keptForTab, asked)
  return asked ?? readInTab(keptForTab) ?? siteHost(location.hostname)
}

/** The host by which the site is looked up: `?host=`, kept for the tab, else the hostname without `www.`. */
export const host = findHost()

/** The query of the address as the page was opened: the console's own moves change it later. */
export const openedWith = import.meta.env.SSR ? '' : location.search
