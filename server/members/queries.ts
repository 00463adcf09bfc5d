import type { FeeRateChange } from '#contract/member-management.ts'
import type { Member } from '#contract/members.ts'
import type { Queryable } from '#server/db/database.ts'

interface MemberFilter {
  search?: string
  id?: number
  page?: number
  size?: number
}

/** A page of the network's members that a search finds, by nickname. */
export async function selectMembers(
  db: Queryable,
  networkId: number,
  today: string,
  filter: MemberFilter,
): Promise<{ total: number; members: Member[] }> {
  const [count] = await db.query<{ total: number }>(
    `select count(*) as total
    from accounts
    where network_id = $1
      and id <> $1
      and removed_at is null
      and normalize_search(nickname || ' ' || email) like all (search_like_patterns($2))`,
    [networkId, filter.search ?? ''],
  )
  return { total: count?.total ?? 0, members: await selectMemberRows(db, networkId, today, filter) }
}

export async function selectMember(
  db: Queryable,
  networkId: number,
  today: string,
  id: number,
): Promise<Member | null> {
  const [member] = await selectMemberRows(db, networkId, today, { id })
  return member ?? null
}

/** With the fee rate that counts on `today`. */
async function selectMemberRows(
  db: Queryable,
  networkId: number,
  today: string,
  { search = '', id, page = 0, size = 1 }: MemberFilter,
): Promise<Member[]> {
  const rows = await db.query<Omit<Member, 'fee_rate'> & { permille: number }>(
    `select a.id,
      a.email as user_id,
      a.nickname,
      a.channel_url,
      a.created_at as registered_at,
      a.last_sign_in_at,
      coalesce((
        select f.permille
        from fee_rates f
        where f.account_id = a.id
          and f.from_day <= $2
        order by f.from_day desc
        limit 1), 0) as permille,
      (select count(*)
        from assignments s
        join channels c on c.registration_id = s.registration_id
        where s.account_id = a.id
          and s.unassigned_at is null
          and c.removed_at is null) as channels
    from accounts a
    where a.network_id = $1
      and a.id <> $1
      and a.removed_at is null
      and normalize_search(a.nickname || ' ' || a.email) like all (search_like_patterns($5))
      and ($6::bigint is null or a.id = $6)
    order by a.nickname, a.id
    limit $3 offset $4`,
    [networkId, today, size, page * size, search, id ?? null],
  )
  return rows.map(({ permille, ...member }) => ({ ...member, fee_rate: permille / 10 }))
}

/** Locks a member of a network until the transaction ends. @returns whether there is one of this id */
export async function lockMember(tx: Queryable, networkId: number, id: number): Promise<boolean> {
  const found = await tx.query(
    `select id
    from accounts
    where id = $1::bigint
      and network_id = $2
      and id <> $2
      and removed_at is null
    for no key update`,
    [id, networkId],
  )
  return found.length > 0
}

export async function isMember(db: Queryable, networkId: number, id: number): Promise<boolean> {
  const found = await db.query(
    `select id
    from accounts
    where id = $1::bigint
      and network_id = $2
      and id <> $2
      and removed_at is null`,
    [id, networkId],
  )
  return found.length > 0
}

export async function isEmailTaken(db: Queryable, siteId: number, email: string): Promise<boolean> {
  const found = await db.query(
    `select id
    from accounts
    where site_id = $1
      and lower(email) = lower($2)
      and removed_at is null`,
    [siteId, email],
  )
  return found.length > 0
}

export const updateChannelUrl = async (tx: Queryable, id: number, url: string): Promise<void> =>
  void (await tx.query('update accounts set channel_url = $2 where id = $1', [id, url]))

export const updatePasswordHash = async (tx: Queryable, id: number, passwordHash: string): Promise<void> =>
  void (await tx.query('update accounts set password_hash = $2 where id = $1', [id, passwordHash]))

/** Lets a rate count from a day on. @returns whether it did not count then already */
export async function upsertFeeRate(
  tx: Queryable,
  id: number,
  { permille, day, now }: { permille: number; day: string; now: Date },
): Promise<boolean> {
  const changed = await tx.query(
    `insert into fee_rates (account_id, from_day, permille, set_at)
    select $1::integer, $2::date, $3::smallint, $4::timestamptz
    where $3::smallint <> coalesce((
      select permille
      from fee_rates
      where account_id = $1
        and from_day <= $2
      order by from_day desc
      limit 1), 0)
    on conflict (account_id, from_day) do update set permille = excluded.permille, set_at = excluded.set_at
    returning permille`,
    [id, day, permille, now],
  )
  return changed.length > 0
}

/** The newest first. */
export async function selectFeeRates(db: Queryable, id: number): Promise<FeeRateChange[]> {
  const rows = await db.query<Omit<FeeRateChange, 'fee_rate'> & { permille: number }>(
    `select from_day as "fromDay",
      set_at as "setAt",
      permille
    from fee_rates
    where account_id = $1::bigint
    order by from_day desc`,
    [id],
  )
  return rows.map(({ permille, ...fee }) => ({ ...fee, fee_rate: permille / 10 }))
}
