import { createHash } from 'node:crypto'
import type { LimitName } from '#contract/platform/endpoint.ts'
import { maxDownloadsPerDay } from '#contract/portal/musics.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { CountRow, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getIpNetwork } from '#server/platform/ip-network.ts'
import { Refusal } from '#server/platform/refusal.ts'

const dayMs = 24 * 60 * 60 * 1000
const defaultWindowMs = 10 * 60 * 1000

type RateLimit = keyof typeof rateLimits

export const getWindowMinutes = (limit: RateLimit): number =>
  (windowMsByLimit[limit] ?? defaultWindowMs) / 60_000

const windowMsByLimit: Partial<Record<RateLimit, number>> = {
  'sign-in-code': 60 * 1000,
  'join-day': dayMs,
  'mail-day': dayMs,
  'mail-spare': 30 * 60 * 1000,
  'mail-sender': dayMs,
  'member-import': dayMs,
  'track-file-day': dayMs,
  'wrong-password': dayMs,
  'wrong-code': dayMs,
}

/**
 * Attempts per ten minutes, unless `windowMsByLimit` has another window; days are those of UTC.
 * - `ip` is generous because many people may share a network; `join` and `join-day` count by network.
 * - `mail`, `mail-day` and `mail-spare` protect the recipient; `mail-spare` has the lifetime of a link to a new password.
 *   `mail-sender` bounds how many people one network has mailed.
 * - `member-import` counts files of members, each of which may invite a thousand people, and `member-file-check` those that are only
 *   checked, because the result says which addresses have an account elsewhere on the site.
 * - `wrong-password` and `wrong-code` count what strangers try on an account.
 * - `hashing` counts the passwords that an account sets, its own and its members'.
 * - `verification` and `channel-lookup` protect the YouTube API quota.
 * - `partner-key` counts wrong keys; `forbidden-event` bounds the rows that an account makes of what it may not do.
 * - `payee-change` protects those who are mailed about it. `payee-reading` bounds what a stolen session of a manager
 *   reads of account numbers, and `tax-id-reading` of numbers that tax offices use.
 * - `ledger` counts actions on money: those that book payments or close a month wait for each other.
 * - `staff` counts what an owner decides about who runs the network.
 * - `impersonation` counts how often somebody looks at the portal as others, which the audit log records each time.
 * - `question` counts messages about figures, which mail the other side.
 * - `desk` counts what operators ask of others: of YouTube, mail servers and the readers of notices.
 * - `catalog-file` counts covers and recordings, which take the processor up to a second each.
 * - `notice-preview` counts texts that are shown while somebody writes: each costs the processor up to a quarter of a second.
 * - `shared-report-link` counts the links that an account makes, `shared-report` how often one is opened, because each
 *   time reads figures.
 * - `track-file` counts calls for licensed files, and `track-file-day` downloads: an account needs a track for each video.
 */
export const rateLimits = {
  ip: 100,
  join: 20,
  'join-day': 100,
  mail: 3,
  'mail-day': 12,
  'mail-spare': 1,
  'mail-sender': 100,
  'member-import': 20,
  'member-file-check': 30,
  'wrong-password': 20,
  'wrong-code': 30,
  'password-check': 300,
  reauthentication: 10,
  hashing: 60,
  'second-factor': 10,
  'passkey-challenge': 300,
  verification: 10,
  'channel-lookup': 60,
  'sign-in-code': 60,
  'partner-key': 20,
  'forbidden-event': 20,
  'payee-change': 5,
  'payee-reading': 100,
  'tax-id-reading': 10,
  ledger: 60,
  staff: 60,
  impersonation: 20,
  question: 30,
  desk: 300,
  'catalog-file': 200,
  'notice-preview': 600,
  'shared-report-link': 30,
  'shared-report': 120,
  'track-file': 20,
  'track-file-day': maxDownloadsPerDay,
} satisfies Record<LimitName, number> & Record<string, number>

/** Counts in the database, so that all instances share the limit. @throws {Refusal} `too_many` */
export async function enforceRateLimit(
  db: Queryable,
  limit: RateLimit,
  subject: string,
  now: Date,
): Promise<void> {
  const { isExceeded, retryAfterSeconds } = await countRateLimit(db, limit, subject, now)
  if (isExceeded) throw new Refusal('too_many', { control: limit, retryAfterSeconds })
}

/** Counts as well, but leaves the decision to the caller. */
export async function countRateLimit(
  db: Queryable,
  limit: RateLimit,
  subject: string,
  now: Date,
): Promise<{ count: number; isExceeded: boolean; retryAfterSeconds: number }> {
  const { windowStart, windowMs } = getWindow(limit, now)
  const { count } = await queryOne(
    db,
    CountRow,
    sql`insert into rate_limit_windows (subject, window_start, count)
    values (${hashSubject(limit, subject)}, ${new Date(windowStart)}, 1)
    on conflict (subject, window_start) do update set count = rate_limit_windows.count + 1
    returning count`,
  )
  return {
    count,
    isExceeded: count > rateLimits[limit],
    retryAfterSeconds: Math.ceil((windowStart + windowMs - now.getTime()) / 1000),
  }
}

/** Counts nothing. */
export async function readRateLimit(
  db: Queryable,
  limit: RateLimit,
  subject: string,
  now: Date,
): Promise<{ isUsedUp: boolean; retryAfterSeconds: number }> {
  const { windowStart, windowMs } = getWindow(limit, now)
  const [row] = await db.query(
    CountRow,
    sql`select count
    from rate_limit_windows
    where subject = ${hashSubject(limit, subject)}
      and window_start = ${new Date(windowStart)}`,
  )
  return {
    isUsedUp: (row?.count ?? 0) >= rateLimits[limit],
    retryAfterSeconds: Math.ceil((windowStart + windowMs - now.getTime()) / 1000),
  }
}

/** In milliseconds. */
function getWindow(limit: RateLimit, now: Date): { windowStart: number; windowMs: number } {
  const windowMs = windowMsByLimit[limit] ?? defaultWindowMs
  return { windowStart: Math.floor(now.getTime() / windowMs) * windowMs, windowMs }
}

/** So many that only a flood reaches it; the first are forgotten first. */
const maxRemembered = 20_000

interface RememberedLimit {
  /** Costs no statement. @throws {Refusal} `too_many` when the subject has been refused and its window has not ended */
  refuseRemembered(subject: string): void
  /** @throws {Refusal} `too_many` */
  enforce(subject: string): Promise<void>
}

/** A limit that a flood of calls exceeds. Remembers in the memory of this process who has. */
export function rememberRateLimit(db: Queryable, limit: RateLimit, now: () => Date): RememberedLimit {
  const refusedUntil = new Map<string, { start: number; end: number }>()
  return {
    refuseRemembered(subject) {
      const { start, end } = refusedUntil.get(hashSubject(limit, subject)) ?? { start: 0, end: 0 }
      const time = now().getTime()
      // The clock may have been set back since.
      if (time < start || time >= end) return
      throw new Refusal('too_many', { control: limit, retryAfterSeconds: Math.ceil((end - time) / 1000) })
    },
    async enforce(subject) {
      const { isExceeded, retryAfterSeconds } = await countRateLimit(db, limit, subject, now())
      if (!isExceeded) return
      const { windowStart, windowMs } = getWindow(limit, now())
      refusedUntil.set(hashSubject(limit, subject), { start: windowStart, end: windowStart + windowMs })
      if (refusedUntil.size > maxRemembered) refusedUntil.delete(refusedUntil.keys().next().value ?? '')
      throw new Refusal('too_many', { control: limit, retryAfterSeconds })
    },
  }
}

export const resetRateLimit = (db: Queryable, limit: RateLimit, subject: string): Promise<number> =>
  db.execute(sql`delete from rate_limit_windows where subject = ${hashSubject(limit, subject)}`)

export const deleteExpiredRateLimits = (db: Queryable, now: Date): Promise<number> =>
  db.execute(sql`delete from rate_limit_windows where window_start < ${new Date(now.getTime() - dayMs)}`)

const limitsByAddress: ReadonlySet<RateLimit> = new Set(['ip', 'password-check', 'partner-key'])

/** Hashed, so that the table does not reveal who tried. */
const hashSubject = (limit: RateLimit, subject: string) =>
  createHash('sha256')
    .update(`${limit}\n${limitsByAddress.has(limit) ? getIpNetwork(subject) : subject}`)
    .digest('base64url')
