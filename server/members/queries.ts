import type { Member } from '#contract/members.ts'
import type { Queries } from '#server/db/connect.ts'

/** A page of the network's members that a search finds, with the fee rate that counts on `today`, by nickname. */
export async function selectMembers(
  db: Queries,
  networkId: number,
  today: string,
  { search, page, size }: { search: string; page: number; size: number },
): Promise<{ total: number; members: Member[] }> {
  const [count] = await db.query<{ total: number }>(
    `select count(*) as total
    from accounts
    where network_id = $1
      and id <> $1
      and removed_at is null
      and search_form(nickname || ' ' || email) like all (search_patterns($2))`,
    [networkId, search],
  )
  const rows = await db.query<Omit<Member, 'fee_rate'> & { permille: number }>(
    `select a.id,
      a.email as user_id,
      a.nickname,
      a.channel_url,
      a.created_at as registered_at,
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
      and search_form(a.nickname || ' ' || a.email) like all (search_patterns($5))
    order by a.nickname, a.id
    limit $3 offset $4`,
    [networkId, today, size, page * size, search],
  )
  return {
    total: count?.total ?? 0,
    members: rows.map(({ permille, ...member }) => ({ ...member, fee_rate: permille / 10 })),
  }
}
