import * as z from 'zod/mini'
import { locales } from '#contract/platform/locale.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

const Preference = z.object({
  locale: z.enum(locales),
  site: z.string(),
  isUnsubscribed: z.boolean(),
})
export type Preference = z.output<typeof Preference>

export async function findPreference(db: Queryable, token: string): Promise<Preference | null> {
  const [preference] = await db.query(
    Preference,
    sql`select a.locale,
      s.name as site,
      p.unsubscribed_at is not null as "isUnsubscribed"
    from mail_preferences p
    join accounts a on a.id = p.account_id
    join sites s on s.id = a.site_id
    where p.unsubscribe_token = ${token}`,
  )
  return preference ?? null
}

/** Idempotent. @returns whether there is such a token */
export async function setUnsubscribed(
  db: Queryable,
  token: string,
  isUnsubscribed: boolean,
  now: Date,
): Promise<boolean> {
  const count = await db.execute(
    sql`update mail_preferences
    set unsubscribed_at = case when ${isUnsubscribed} then coalesce(unsubscribed_at, ${now}) end
    where unsubscribe_token = ${token}`,
  )
  return count > 0
}
