import { createHash } from 'node:crypto'
import { networkOf } from './address.ts'
import type { Queries } from './db/connect.ts'
import { Refusal } from './http.ts'

const windowMs = 10 * 60 * 1000

/** What is counted by another time than ten minutes. */
const windows: Partial<Record<keyof typeof attemptLimits, number>> = { 'sign-in-code': 60 * 1000 }

/**
 * Attempts in ten minutes: generous for an address, which many can share, tight for one account's password. Of a
 * channel's verification and an account's look-ups only so many, for they cost the platform's quota. In one
 * minute: the one-time codes that a partner's key may ask for.
 */
export const attemptLimits = {
  address: 100,
  account: 10,
  'own-password': 10,
  verification: 10,
  'look-up': 60,
  'sign-in-code': 60,
}

/** Counts an attempt and refuses when there were too many. In the database, so that it holds over several instances. */
export async function countAttempt(
  db: Queries,
  kind: keyof typeof attemptLimits,
  name: string,
  now: Date,
): Promise<void> {
  const lastsMs = windows[kind] ?? windowMs
  const windowStart = Math.floor(now.getTime() / lastsMs) * lastsMs
  const [row] = await db.query<{ count: number }>(
    `insert into attempts (subject, window_start, count)
    values ($1, $2, 1)
    on conflict (subject, window_start) do update set count = attempts.count + 1
    returning count`,
    [subject(kind, name), new Date(windowStart)],
  )
  if (row && row.count > attemptLimits[kind]) {
    throw new Refusal('too_many', {
      retryAfterSeconds: Math.ceil((windowStart + lastsMs - now.getTime()) / 1000),
    })
  }
}

/** A success: what was counted for the account no longer speaks against it. */
export async function forgetAttempts(
  db: Queries,
  kind: keyof typeof attemptLimits,
  name: string,
): Promise<void> {
  await db.query('delete from attempts where subject = $1', [subject(kind, name)])
}

/** Hashed: the table tells nobody who tried. */
const subject = (kind: keyof typeof attemptLimits, name: string) =>
  createHash('sha256')
    .update(`${kind}\n${kind === 'address' ? networkOf(name) : name}`)
    .digest('base64url')
