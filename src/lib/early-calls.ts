import { headers } from '#contract/headers.ts'
import type { Locale } from '#contract/locale.ts'
import { antiTamper } from './anti-tamper.ts'
import { apiBase } from './api-base.ts'
import { siteHeaders } from './call-headers.ts'
import { keepBegun, questionKey } from './early-replies.ts'
import { host, tokenKey } from './host.ts'
import { keptSite } from './kept-site.ts'
import { plainPath } from './language.ts'
import { readKept } from './storage.ts'

const report = 'v2/mcn/reports/dashboard'

/**
 * What a view asks first: paths of the contract with what they take of the view's address, and what the view asks where
 * the address says nothing. A line that does not match the view's own question costs a call and helps nobody:
 * `scripts/bench-browser.mjs` tells of calls made twice.
 */
const first: Readonly<Record<string, readonly (readonly [path: string, asked: Record<string, string>])[]>> = {
  '/dashboard': [
    [report, { period: 'month', member: '' }],
    ['v2/mcn/reports/videos', { period: 'month', member: '', sort: 'views', order: 'desc', cursor: '' }],
  ],
  '/report-channel': [
    [report, { period: 'month', member: '' }],
    ['v2/mcn/reports/channels/series', { period: 'month', member: '', channels: '' }],
  ],
  '/report-video': [
    [report, { period: 'month', member: '', channel: '' }],
    ['v2/mcn/reports/videos/extremes', { period: 'month', member: '', channel: '' }],
  ],
  '/manage-channel': [['v2/mcn/channels', { search: '', state: '', member: '' }]],
}

/** A list in the address has gaps where something is no longer chosen; views do not ask for those. */
const withoutGaps = (value: string) => value.split(',').filter(Boolean).join(',')

/** The paths of the calls that an address begins with, below the base. */
export function firstPaths(path: string, search: string): string[] {
  const given = new URLSearchParams(search)
  return (first[path] ?? []).map(([call, asked]) => {
    const question = Object.entries(asked)
      .map(([name, usual]) => [name, withoutGaps(given.get(name) ?? '') || usual] as [string, string])
      .filter(([, value]) => value !== '')
    return `/${call}?${new URLSearchParams(question)}`
  })
}

/** Signs and sends a call as `call()` would, for it to take over the reply. */
async function begin(path: string, token: string, about: Record<string, string>): Promise<Response> {
  const signed = await antiTamper({ method: 'GET', path, bodyBytes: 0, token }, () =>
    Promise.reject(new TypeError('no hash in the head')),
  )
  return fetch(apiBase + path, { headers: { ...about, ...signed } })
}

/**
 * Begins what the page will ask anyway while its scripts are on their way: the site, the person, the view's figures.
 * Only for who is signed in, and only where the browser has the hash.
 */
export function callEarly(locale: Locale, { pathname, search }: Location): void {
  const token = readKept(tokenKey(host))
  if (!token || !globalThis.crypto?.subtle) return
  const language = { [headers.language]: locale }
  const person = { ...language, ...siteHeaders(keptSite(), token) }
  const ask = (path: string, by: string, about: Record<string, string>) => {
    const reply = begin(path, by, about)
    // Whoever takes it over deals with its failure.
    reply.catch(() => {})
    keepBegun(questionKey(path, about), reply)
  }
  ask('/member/me', token, person)
  for (const path of firstPaths(plainPath(pathname), search)) ask(path, token, person)
  ask(`/v2/mcn/meta?${new URLSearchParams({ domain: host })}`, '', language)
}
