import * as z from 'zod/mini'
import { locales } from '#contract/platform/locale.ts'
import { hashToken } from '#server/platform/auth/secrets.ts'
import { selectSiteName } from '#server/platform/auth/sites.ts'
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
      ${selectSiteName(sql`a.locale`)} as site,
      p.account_id is not null as "isUnsubscribed"
    from unsubscribe_tokens t
    join accounts a on a.id = t.account_id
    join sites s on s.id = a.site_id
    left join mail_preferences p on p.account_id = a.id
    where t.token_hash = ${hashToken(token)}`,
  )
  return preference ?? null
}

/** Idempotent; an unknown token changes nothing. */
export async function setUnsubscribed(
  db: Queryable,
  token: string,
  isUnsubscribed: boolean,
  now: Date,
): Promise<void> {
  const account = sql`select account_id from unsubscribe_tokens where token_hash = ${hashToken(token)}`
  await db.execute(
    isUnsubscribed
      ? sql`insert into mail_preferences (account_id, unsubscribed_at)
        select account_id, ${now}::timestamptz
        from (${account}) t
        on conflict (account_id) do nothing`
      : sql`delete from mail_preferences where account_id = (${account})`,
  )
}
