import * as z from 'zod/mini'
import { FeeRateChange } from '#contract/people/member-management.ts'
import { isMemberOf } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Day, Integer, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { joinFees, permille } from '#server/reports/figures/money.ts'

/** Holds the row lock until the transaction ends. @returns whether the member exists */
export async function lockMember(tx: Queryable, networkId: number, id: number): Promise<boolean> {
  const locked = await tx.execute(
    sql`select a.id
    from accounts a
    where a.id = ${id}::bigint
      and ${isMemberOf(networkId)}
    for no key update`,
  )
  return locked > 0
}

export async function isMember(db: Queryable, networkId: number, id: number): Promise<boolean> {
  const found = await db.execute(
    sql`select a.id from accounts a where a.id = ${id}::bigint and ${isMemberOf(networkId)}`,
  )
  return found > 0
}

export async function isEmailTaken(db: Queryable, siteId: number, email: string): Promise<boolean> {
  const found = await db.execute(
    sql`select id
    from accounts
    where site_id = ${siteId}
      and email = ${email}
      and removed_at is null`,
  )
  return found > 0
}

export const updateChannelUrl = (tx: Queryable, id: number, url: string): Promise<number> =>
  tx.execute(sql`update accounts set channel_url = ${url} where id = ${id}`)

const PermilleRow = z.object({ permille: Count })

export async function selectPermille(db: Queryable, id: number, day: string): Promise<number> {
  const row = await queryOne(
    db,
    PermilleRow,
    sql`select ${permille} as permille
    from (select ${id}::integer as id) account
    ${joinFees(sql`account.id`, sql`${day}::date`)}`,
  )
  return row.permille
}

export const upsertFeeRate = (
  tx: Queryable,
  id: number,
  { permille, day, now }: { permille: number; day: string; now: Date },
): Promise<number> =>
  tx.execute(
    sql`insert into fee_rates (account_id, from_day, permille, set_at)
    values (${id}, ${day}, ${permille}, ${now})
    on conflict (account_id, from_day) do update
    set permille = excluded.permille,
      set_at = excluded.set_at`,
  )

const FeeRateRow = z.extend(z.omit(FeeRateChange, { fee_rate: true }), {
  fromDay: Day,
  setAt: Timestamp,
  permille: Integer,
})

export async function selectFeeRates(db: Queryable, id: number): Promise<FeeRateChange[]> {
  const rows = await db.query(
    FeeRateRow,
    sql`select from_day as "fromDay",
      set_at as "setAt",
      permille
    from fee_rates
    where account_id = ${id}::bigint
    order by from_day desc`,
  )
  return rows.map(({ permille, ...fee }) => ({ ...fee, fee_rate: permille / 10 }))
}
