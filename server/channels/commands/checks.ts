import * as z from 'zod/mini'
import { canExpire } from '#server/channels/lifecycle/expiry.ts'
import { type Checks, ok } from '#server/platform/command-line/finding.ts'
import { formatCount } from '#server/platform/command-line/format.ts'
import { Count, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

const Expiring = z.object({ count: Count, first: z.nullable(Timestamp) })

export const checks: Checks = {
  /** Their people are reminded by mail; the operator only has to know why channels disappear. */
  async registrations({ db }) {
    const { count, first } = await queryOne(
      db,
      Expiring,
      sql`select count(*) as count, min(expires_at) as first
      from channels
      where ${canExpire}
        and expires_at is not null`,
    )
    const registrations = formatCount(count, 'registration')
    if (first === null) return null
    return ok(
      'registrations',
      `${registrations} will end unless verified, the first on ${first.slice(0, 10)}`,
    )
  },
}
