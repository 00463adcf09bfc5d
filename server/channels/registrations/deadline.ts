import { verificationDeadline } from '#contract/channels/channel-states.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export const addDays = (time: Date, days: number) => new Date(time.getTime() + days * 86_400_000)

export const getVerificationDeadline = (from: Date): Date => addDays(from, verificationDeadline.days)

/** Leaves at least a day from now. */
export const extendDeadline = (tx: Queryable, id: number, now: Date): Promise<number> =>
  tx.execute(
    sql`update channels
    set expires_at = greatest(expires_at, ${addDays(now, 1)})
    where registration_id = ${id}`,
  )

export const restartDeadline = (tx: Queryable, id: number, now: Date): Promise<number> =>
  tx.execute(
    sql`update channels
    set expires_at = ${getVerificationDeadline(now)},
      reminded_at = null
    where registration_id = ${id}`,
  )
