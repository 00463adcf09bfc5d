import * as z from 'zod/mini'
import { memberStates } from '#contract/people/members.ts'
import { locales } from '#contract/platform/locale.ts'
import { accountState } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Id, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { empty, type Sql, sql } from '#server/platform/db/sql.ts'

const Account = z.object({
  id: Id,
  site: z.string(),
  email: z.string(),
  nickname: z.string(),
  role: z.enum(['manager', 'member', 'standalone']),
  network: z.nullable(z.string()),
  state: z.enum(memberStates),
  members: Count,
  /** Assigned channels of a member; all channels of a manager's network. */
  channels: Count,
  registeredAt: Timestamp,
  lastSignInAt: z.nullable(Timestamp),
})

/** Each manager is followed by the members. */
export const selectAccounts = (db: Queryable, siteId: number | null, search: string) =>
  db.query(
    Account,
    sql`select a.id, s.domain as site, a.email, a.nickname,
      case when a.is_manager then 'manager' when a.network_id <> a.id then 'member' else 'standalone' end as role,
      case when a.network_id <> a.id then n.email end as network,
      ${accountState} as state,
      (
        select count(*)
        from accounts m
        where m.network_id = a.id
          and m.id <> a.id
          and m.removed_at is null
      ) as members,
      case
        when a.network_id = a.id then (
          select count(*)
          from channels c
          where c.network_id = a.id
            and c.removed_at is null)
        else ${countAssignedChannels(sql`a.id`)}
      end as channels,
      a.created_at as "registeredAt",
      a.last_sign_in_at as "lastSignInAt"
    from accounts a
    join sites s on s.id = a.site_id
    join accounts n on n.id = a.network_id
    where a.removed_at is null
      and (${siteId}::integer is null or s.id = ${siteId})
      and normalize_search(a.nickname || ' ' || a.email) like all (search_like_patterns(${search}))
    order by s.domain, a.network_id, a.network_id <> a.id, a.nickname, a.id`,
  )

const countAssignedChannels = (accountId: Sql) => sql`(
          select count(*)
          from assignments g
          join channels c on c.registration_id = g.registration_id
          where g.account_id = ${accountId}
            and g.unassigned_at is null
            and c.removed_at is null)`

const NetworkCounts = z.object({ members: Count, channels: Count })

/** Channels include those that are being looked up. */
export const countNetwork = (db: Queryable, id: number) =>
  queryOne(
    db,
    NetworkCounts,
    sql`select (
        select count(*)
        from accounts
        where network_id = ${id}
          and id <> ${id}
          and removed_at is null
      ) as members,
      (
        select count(*)
        from channels
        where network_id = ${id}
          and removed_at is null
      ) + (
        select count(*)
        from channel_requests
        where network_id = ${id}
          and failure is null
      ) as channels`,
  )

const MemberCounts = z.object({ channels: Count, requests: Count })

export const countMemberChannels = (db: Queryable, id: number) =>
  queryOne(
    db,
    MemberCounts,
    sql`select ${countAssignedChannels(sql`${id}`)} as channels,
      (
        select count(*)
        from channel_requests
        where account_id = ${id}
          and failure is null
      ) as requests`,
  )

const FoundAccount = z.object({
  id: Id,
  networkId: Id,
  isManager: z.boolean(),
  isOperator: z.boolean(),
  locale: z.enum(locales),
  /** `unknown`: was set before passwords were tested against the rules. */
  passwordRules: z.enum(['none', 'unknown', 'basic', 'strong']),
})

export async function findAccount(db: Queryable, siteId: number, email: string, lock?: 'lock') {
  const [account] = await db.query(
    FoundAccount,
    sql`select id, network_id as "networkId", is_manager as "isManager", is_operator as "isOperator", locale,
      case when password_hash is null then 'none' else coalesce(password_rules, 'unknown') end as "passwordRules"
    from accounts
    where site_id = ${siteId}
      and email = ${email}
      and removed_at is null
    ${lock ? sql`for no key update` : empty}`,
  )
  return account
}
