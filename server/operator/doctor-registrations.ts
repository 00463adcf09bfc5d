import * as z from 'zod/mini'
import { isUnverified } from '#server/channels/lifecycle/expiry.ts'
import { Count, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Check, createOk } from './finding.ts'
import { formatCount } from './format.ts'

const ExpiringRow = z.object({ count: Count, first: z.nullable(Timestamp) })

/** Their people are reminded by mail; the operator only has to know why channels disappear. */
export const checkRegistrations: Check = async ({ db }) => {
  const { count, first } = await queryOne(
    db,
    ExpiringRow,
    sql`select count(*) as count,
      min(expires_at) as first
    from channels
    where ${isUnverified}
      and expires_at is not null`,
  )
  if (first === null) return []
  const message = `${formatCount(count, 'registration')} will end unless verified, the first on ${first.slice(0, 10)}`
  return [createOk('registrations', message)]
}
