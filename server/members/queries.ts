import * as z from 'zod/mini'
import { FeeRateChange } from '#contract/member-management.ts'
import { Member } from '#contract/members.ts'
import { accountState, isMemberOf } from '#server/auth/roles.ts'
import type { Queryable } from '#server/db/database.ts'
import { Count, CountRow, Day, Integer, queryOne, Timestamp } from '#server/db/rows.ts'
import { empty, type Sql, sql } from '#server/db/sql.ts'

const matchesSearch = (search: string): Sql =>
  sql`normalize_search(a.nickname || ' ' || a.email) like all (search_like_patterns(${search}))`

export async function selectMembers(
  db: Queryable,
  networkId: number,
  today: string,
  { search, page, size }: { search: string; page: number; size: number },
): Promise<{ total: number; members: Member[] }> {
  const condition = sql`${isMemberOf(networkId)} and ${matchesSearch(search)}`
  const { count: total } = await queryOne(
    db,
    CountRow,
    sql`select count(*) as count from accounts a where ${condition}`,
  )
  const limit = sql`limit ${size} offset ${page * size}`
  return { total, members: await selectMemberRows(db, today, condition, limit) }
}

export async function selectMember(
  db: Queryable,
  networkId: number,
  today: string,
  id: number,
): Promise<Member | null> {
  const condition = sql`${isMemberOf(networkId)} and a.id = ${id}::bigint`
  const [member] = await selectMemberRows(db, today, condition)
  return member ?? null
}

const MemberRow = z.extend(z.omit(Member, { fee_rate: true }), {
  permille: Count,
  channels: Count,
  registered_at: Timestamp,
  last_sign_in_at: z.nullable(Timestamp),
})

async function selectMemberRows(
  db: Queryable,
  today: string,
  condition: Sql,
  limit = empty,
): Promise<Member[]> {
  const rows = await db.query(
    MemberRow,
    sql`select a.id,
      ${accountState} as state,
      a.email as user_id,
      a.nickname,
      a.channel_url,
      a.created_at as registered_at,
      a.last_sign_in_at,
      coalesce((
        select f.permille
        from fee_rates f
        where f.account_id = a.id
          and f.from_day <= ${today}
        order by f.from_day desc
        limit 1), 0) as permille,
      (select count(*)
        from assignments s
        join channels c on c.registration_id = s.registration_id
        where s.account_id = a.id
          and s.unassigned_at is null
          and c.removed_at is null) as channels
    from accounts a
    where ${condition}
    order by a.nickname, a.id
    ${limit}`,
  )
  return rows.map(({ permille, ...member }) => ({ ...member, fee_rate: permille / 10 }))
}

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

/** The fee rate of a day; 0 if none was set. */
export async function selectPermille(db: Queryable, id: number, day: string): Promise<number> {
  const [rate] = await db.query(
    PermilleRow,
    sql`select permille
    from fee_rates
    where account_id = ${id}
      and from_day <= ${day}
    order by from_day desc
    limit 1`,
  )
  return rate?.permille ?? 0
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
