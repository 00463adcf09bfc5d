import { createHash } from 'node:crypto'
import type { Queryable } from '#server/db/database.ts'
import { Refusal } from '#server/http/route.ts'
import { getIpNetwork } from './ip-network.ts'

const defaultWindowMs = 10 * 60 * 1000

/** What is counted by another time than ten minutes. */
const windowMsByKind: Partial<Record<keyof typeof rateLimits, number>> = { 'sign-in-code': 60 * 1000 }

/**
 * Attempts in ten minutes: generous for an address, which many can share, tight for one account's password. Of a
 * channel's verification and an account's look-ups only so many, for they cost the platform's quota. In one
 * minute: the one-time codes that a partner's key may ask for.
 */
export const rateLimits = {
  address: 100,
  account: 10,
  'own-password': 10,
  verification: 10,
  'look-up': 60,
  'sign-in-code': 60,
}

/** Counts an attempt and refuses when there were too many. In the database, so that it holds over several instances. */
export async function enforceRateLimit(
  db: Queryable,
  kind: keyof typeof rateLimits,
  name: string,
  now: Date,
): Promise<void> {
  const windowLengthMs = windowMsByKind[kind] ?? defaultWindowMs
  const windowStart = Math.floor(now.getTime() / windowLengthMs) * windowLengthMs
  const [row] = await db.query<{ count: number }>(
    `insert into rate_limit_windows (subject, window_start, count)
    values ($1, $2, 1)
    on conflict (subject, window_start) do update set count = rate_limit_windows.count + 1
    returning count`,
    [hashSubject(kind, name), new Date(windowStart)],
  )
  if (row && row.count > rateLimits[kind]) {
    throw new Refusal('too_many', {
      retryAfterSeconds: Math.ceil((windowStart + windowLengthMs - now.getTime()) / 1000),
    })
  }
}

/** A success: what was counted for the account no longer speaks against it. */
export async function resetRateLimit(
  db: Queryable,
  kind: keyof typeof rateLimits,
  name: string,
): Promise<void> {
  await db.query('delete from rate_limit_windows where subject = $1', [hashSubject(kind, name)])
}

/** Hashed: the table tells nobody who tried. */
const hashSubject = (kind: keyof typeof rateLimits, name: string) =>
  createHash('sha256')
    .update(`${kind}\n${kind === 'address' ? getIpNetwork(name) : name}`)
    .digest('base64url')
