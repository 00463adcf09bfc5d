import { createHash } from 'node:crypto'
import {
  type Account,
  findSession,
  findSite,
  needsRenewal,
  type Session,
  type Site,
} from '#server/auth/sessions.ts'
import type { Database } from '#server/db/database.ts'
import type { ResponseBody } from '#server/http/response-body.ts'
import { GuardedCache } from './guarded-cache.ts'

const maxCachedBodyBytes = 64 * 1024 * 1024
const maxSessions = 20_000
const maxSites = 2_000
const entryTtlMs = 60_000

/**
 * What need not be asked of the database again: sites, sessions, and the bodies of replies. It is dropped when the
 * database tells of a change, and nothing is kept while it cannot tell. Safe to lose at any time.
 */
export interface ServerCache {
  findSite(domain: string, now: Date): Promise<Site | null>
  findAccount(site: Site, token: string, now: Date): Promise<Account | null>
  /** The body of a question; `make` is only asked for one that is not there. */
  getBody(question: string, make: () => Promise<ResponseBody>): Promise<ResponseBody>
}

interface CacheEntry<Value> {
  value: Value
  cachedAt: number
}

export function createServerCache(db: Database): ServerCache {
  const sites = new GuardedCache<CacheEntry<Site>>(maxSites)
  const sessions = new GuardedCache<CacheEntry<Session>>(maxSessions)
  const bodies = new GuardedCache<ResponseBody>(maxCachedBodyBytes)
  const caches = [sites, sessions, bodies]
  /** What is wrong after a change, where that is not all. Of channels, whatever changes a body is told as figures. */
  const cachesByChange: Record<string, { clear(): void }[]> = {
    figures: [bodies],
    sessions: [sessions],
    channels: [],
    jobs: [],
  }
  db.listen({
    onConnect() {
      for (const shelf of caches) shelf.enable()
    },
    onDisconnect() {
      for (const shelf of caches) shelf.disable()
    },
    onChange(kind) {
      const [what = ''] = kind.split(' ')
      for (const shelf of cachesByChange[what] ?? caches) shelf.clear()
    },
  })

  return {
    async findSite(domain, now) {
      await db.drainChanges()
      const noted = sites.get(domain)
      if (noted && isFresh(noted, now)) return noted.value
      const put = sites.beginFill(domain)
      const site = await findSite(db, domain)
      if (site) put({ value: site, cachedAt: now.getTime() }, 1)
      return site
    },
    async findAccount(site, token, now) {
      await db.drainChanges()
      const key = getSessionKey(site, token)
      const noted = sessions.get(key)
      if (noted && isFresh(noted, now) && isSessionCurrent(noted.value, now)) return noted.value.account
      const put = sessions.beginFill(key)
      const session = await findSession(db, site, token, now)
      if (session) put({ value: session, cachedAt: now.getTime() }, 1)
      return session?.account ?? null
    },
    async getBody(question, make) {
      await db.drainChanges()
      const held = bodies.get(question)
      if (held) return held
      const put = bodies.beginFill(question)
      const body = await make()
      put(body, body.memoryBytes + 2 * question.length)
      return body
    },
  }
}

/** A clock that was set back makes nothing fresh again. */
const isFresh = ({ cachedAt }: CacheEntry<unknown>, now: Date) =>
  Math.abs(now.getTime() - cachedAt) < entryTtlMs

/** Of a session that has run out, or is to be made longer, the database is asked. */
const isSessionCurrent = (session: Session, now: Date) =>
  session.expiresAt > now.getTime() && !needsRenewal(session.expiresAt, now)

/** No token stands in memory as it is. */
const getSessionKey = (site: Site, token: string) =>
  `${site.id} ${createHash('sha256').update(token).digest('base64')}`
