import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Integer, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getSharedNetwork } from '#server/platform/ip-network.ts'
import { Refusal } from '#server/platform/refusal.ts'

const freeAttempts = 5
const firstDelaySeconds = 15
const maxDelaySeconds = 3_600
/** Attempts are forgotten this long after the last one. */
const memoryHours = 24

/** Returns the wait until the next attempt: 0 for the first five, then 15 s, doubled each time, at most an hour. */
const delaySeconds = sql`case
  when a.attempts < ${freeAttempts} then 0
  else least(${maxDelaySeconds}, ${firstDelaySeconds} * 2 ^ least(a.attempts - ${freeAttempts}, 12))
end`

/** An attempt of the future was made while the clock was wrong; those of machines differ by seconds. */
const isRemembered = (now: Date) =>
  sql`(a.last_attempt_at between ${now}::timestamptz - make_interval(hours => ${memoryHours})
    and ${now}::timestamptz + interval '1 minute')`

const WaitRow = z.object({ seconds: Integer })

/**
 * Counts the attempt before the password is compared, so that attempts at once count as well. Backs off exponentially
 * instead of locking: the owner waits, and is not shut out.
 * @throws {Refusal} `too_many`
 */
export async function countSignInAttempt(db: Queryable, subject: string, now: Date): Promise<void> {
  const key = hashSubject(subject)
  const counted = await db.execute(
    sql`insert into sign_in_attempts as a (subject, attempts, last_attempt_at)
    values (${key}, 1, ${now})
    on conflict (subject) do update
    set attempts = case
        when ${isRemembered(now)} then a.attempts + 1
        else 1
      end,
      last_attempt_at = ${now}
    where a.last_attempt_at + make_interval(secs => ${delaySeconds}) <= ${now}
      or not ${isRemembered(now)}`,
  )
  if (counted > 0) return
  const [wait] = await db.query(
    WaitRow,
    sql`select ceil(extract(epoch from
        a.last_attempt_at + make_interval(secs => ${delaySeconds}) - ${now}::timestamptz))::integer as seconds
    from sign_in_attempts a
    where a.subject = ${key}`,
  )
  throw new Refusal('too_many', {
    control: 'sign-in',
    retryAfterSeconds: Math.max(1, wait?.seconds ?? 1),
  })
}

/** Strangers of one network. */
export const getNetworkSubject = (siteId: number, email: string, address: string): string =>
  `network ${siteId} ${email} ${getSharedNetwork(address)}`

const UntilRow = z.object({ until: z.nullable(Timestamp) })

/** @returns when the last of them may try again; null: none waits */
export const readWaits = async (
  db: Queryable,
  subjects: readonly string[],
  now: Date,
): Promise<string | null> =>
  (
    await queryOne(
      db,
      UntilRow,
      sql`select max(a.last_attempt_at + make_interval(secs => ${delaySeconds})) as until
      from sign_in_attempts a
      where a.subject = any(${subjects.map(hashSubject)}::text[])
        and ${isRemembered(now)}
        and a.last_attempt_at + make_interval(secs => ${delaySeconds}) > ${now}`,
    )
  ).until

export const resetSignInAttempts = (db: Queryable, subject: string): Promise<number> =>
  db.execute(sql`delete from sign_in_attempts where subject = ${hashSubject(subject)}`)

export const deleteExpiredSignInAttempts = (db: Queryable, now: Date): Promise<number> =>
  db.execute(
    sql`delete from sign_in_attempts
    where last_attempt_at < ${now}::timestamptz - make_interval(hours => ${memoryHours})`,
  )

/** Hashed, so that the table does not reveal who tried. */
const hashSubject = (subject: string) => createHash('sha256').update(subject).digest('base64url')
