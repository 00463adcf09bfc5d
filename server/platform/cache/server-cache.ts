import { createHash } from 'node:crypto'
import { findSession, type Session } from '#server/platform/auth/sessions.ts'
import { findSite, type Site } from '#server/platform/auth/sites.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { ServerCache } from '#server/platform/http/request/services.ts'
import type { ResponseBody } from '#server/platform/http/response/response-body.ts'
import { CacheWarmer } from './cache-warmer.ts'
import { GuardedCache } from './guarded-cache.ts'

const maxCachedBodyBytes = 64 * 1024 * 1024
const maxSessions = 20_000
const maxSites = 2_000
const entryTtlMs = 60_000

interface CacheEntry<Value> {
  value: Value
  cachedAt: number
}

export interface ServerCacheOptions {
  /** Delay after a change of figures until recent reads are computed again; undefined: never. */
  warmDelayMs?: number | undefined
  shutdownSignal?: AbortSignal | undefined
}

export function createServerCache(
  db: Database,
  { warmDelayMs, shutdownSignal }: ServerCacheOptions = {},
): ServerCache {
  const sites = new GuardedCache<CacheEntry<Site>>('sites', maxSites)
  const sessions = new GuardedCache<CacheEntry<Session>>('sessions', maxSessions)
  const bodies = new GuardedCache<ResponseBody>('responses', maxCachedBodyBytes)
  const caches = [sites, sessions, bodies]
  const warmer =
    warmDelayMs === undefined ? null : new CacheWarmer({ delayMs: warmDelayMs, signal: shutdownSignal })
  function clearBodies(networkId: string | undefined): void {
    if (networkId === undefined) {
      bodies.clear()
    } else {
      bodies.clearGroup(networkId)
      warmer?.schedule(networkId)
    }
  }
  function clearAll(): void {
    for (const cache of caches) cache.clear()
    // A role may have changed, or an account is gone.
    warmer?.clear()
  }
  // Changes not listed invalidate everything.
  const invalidations: Record<
    string,
    (networkId: string | undefined, accountId: string | undefined) => void
  > = {
    figures: clearBodies,
    channels: clearBodies,
    // Those of a network show in the reports of all who run it.
    tags: (networkId = '', accountId) =>
      bodies.clearGroup(networkId, accountId === networkId ? undefined : createKeyPrefix(accountId)),
    sessions: () => sessions.clear(),
    jobs: () => {},
  }
  db.listen({
    onConnect() {
      for (const cache of caches) cache.enable()
    },
    onDisconnect() {
      for (const cache of caches) cache.disable()
    },
    onChange(change) {
      const [kind = '', networkId, accountId] = change.split(' ')
      const invalidate = invalidations[kind]
      if (invalidate) invalidate(networkId, accountId)
      else clearAll()
    },
  })

  return {
    async findSite(domain, now) {
      await db.drainChanges()
      const entry = sites.get(domain, { isUsable: (one) => isFresh(one, now) })
      if (entry) return entry.value
      const fill = sites.beginFill(domain)
      const site = await findSite(db, domain)
      if (site) fill({ value: site, cachedAt: now.getTime() }, 1)
      return site
    },
    async findAccount(site, token, now) {
      await db.drainChanges()
      const key = getSessionKey(site, token)
      const isUsable = (one: CacheEntry<Session>) => isFresh(one, now) && isSessionCurrent(one.value, now)
      const entry = sessions.get(key, { isUsable })
      if (entry) return entry.value.account
      const fill = sessions.beginFill(key)
      const session = await findSession(db, site, token, now)
      if (session) fill({ value: session, cachedAt: now.getTime() }, 1)
      return session?.account ?? null
    },
    async getBody(account, question, render) {
      await db.drainChanges()
      const key = `${createKeyPrefix(account?.id)}${question}`
      const group = account ? String(account.networkId) : ''
      const read = () =>
        bodies.getOrCompute({ key, group }, render, ({ memoryBytes }) =>
          Math.ceil(memoryBytes + 2 * key.length),
        )
      warmer?.remember(group, key, read)
      return read()
    },
  }
}

const createKeyPrefix = (accountId: number | string | undefined) => `${accountId ?? ''} `

/** Absolute difference, so that setting the clock back cannot make an entry fresh. */
const isFresh = ({ cachedAt }: CacheEntry<unknown>, now: Date) =>
  Math.abs(now.getTime() - cachedAt) < entryTtlMs

/** Expired sessions and those due for renewal go to the database. */
const isSessionCurrent = (session: Session, now: Date) =>
  now.getTime() < session.expiresAt && now.getTime() <= session.renewAt

/** Hashed, so that no token stays in memory. */
const getSessionKey = (site: Site, token: string) =>
  `${site.id} ${createHash('sha256').update(token).digest('base64')}`
