import * as z from 'zod/mini'
import { memberStates } from '#contract/people/members.ts'
import { locales } from '#contract/platform/locale.ts'
import { installationRoles, networkRoles } from '#contract/platform/roles.ts'
import { isNetworkCalled } from '#server/platform/auth/networks.ts'
import { accountState, hasStaffRole, isConfirmed, roleColumns } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Id, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { empty, type Sql, sql } from '#server/platform/db/sql.ts'

/** By role; everything without sites and content owners. */
const InstallationRoles = z.array(
  z.object({ role: z.enum(installationRoles), sites: z.array(z.string()), owners: z.array(z.string()) }),
)

/** Expects `accounts a`. */
const installationColumn = sql`(
        select coalesce(
          jsonb_agg(jsonb_build_object('role', r.role, 'sites', r.sites, 'owners', r.owners) order by r.role desc), '[]')
        from (
          select g.role,
            coalesce(array_agg(s.domain order by s.domain) filter (where s.id is not null), '{}') as sites,
            coalesce(array_agg(g.owner order by g.owner) filter (where g.owner is not null), '{}') as owners
          from installation_grants g
          left join sites s on s.id = g.site_id
          where g.account_id = a.id
          group by g.role
        ) r
      ) as installation`

const Account = z.object({
  id: Id,
  site: z.string(),
  email: z.string(),
  nickname: z.string(),
  /** Empty: standalone. */
  roles: z.array(z.enum(networkRoles)),
  /** Its contact. */
  network: z.nullable(z.string()),
  state: z.enum(memberStates),
  /** Of the network that the account runs. */
  members: Count,
  /** Assigned channels of a member; all channels of the network that the account runs. */
  channels: Count,
  registeredAt: Timestamp,
  lastSignInAt: z.nullable(Timestamp),
  installation: InstallationRoles,
})

/** Those who run a network are followed by its members. */
export const selectAccounts = (db: Queryable, siteId: number | null, search: string) =>
  db.query(
    Account,
    sql`select a.id, s.domain as site, a.email, a.nickname, a.roles,
      case when n.kind = 'network' then n.email end as network,
      ${accountState} as state,
      case
        when ${hasStaffRole} then (
          select count(*)
          from accounts m
          where m.network_id = a.network_id
            and 'member' = any(m.roles)
            and m.removed_at is null)
        else 0
      end as members,
      case
        when ${hasStaffRole} or a.network_id = a.id then (
          select count(*)
          from channels c
          where c.network_id = a.network_id
            and c.removed_at is null)
        else ${countAssignedChannels(sql`a.id`)}
      end as channels,
      a.created_at as "registeredAt",
      a.last_sign_in_at as "lastSignInAt",
      ${installationColumn}
    from accounts a
    join sites s on s.id = a.site_id
    join accounts n on n.id = a.network_id
    where a.removed_at is null
      and a.kind = 'person'
      and (${siteId}::integer is null or s.id = ${siteId})
      and normalize_search(a.nickname || ' ' || a.email) like all (search_like_patterns(${search}))
    order by s.domain, a.network_id, not ${hasStaffRole}, a.nickname, a.id`,
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
          and 'member' = any(roles)
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
  roles: z.array(z.enum(networkRoles)),
  isIndependent: z.boolean(),
  nickname: z.string(),
  installation: InstallationRoles,
  /** Somebody answers for the account. */
  isConfirmed: z.boolean(),
  locale: z.enum(locales),
  /** `unknown`: was set before passwords were tested against the rules. */
  passwordRules: z.enum(['none', 'unknown', 'basic', 'strong']),
})

export async function findAccount(db: Queryable, siteId: number, email: string, lock?: 'lock') {
  const [account] = await db.query(
    FoundAccount,
    sql`select ${roleColumns}, nickname, locale,
      ${installationColumn},
      ${isConfirmed} as "isConfirmed",
      case when password_hash is null then 'none' else coalesce(password_rules, 'unknown') end as "passwordRules"
    from accounts a
    where site_id = ${siteId}
      and email = ${email}
      and kind = 'person'
      and removed_at is null
    ${lock ? sql`for no key update` : empty}`,
  )
  return account
}

const FoundNetwork = z.object({ id: Id, name: z.string(), email: z.string(), locale: z.enum(locales) })

/** By its contact, or by somebody who runs it. */
export const selectNetworksCalled = (db: Queryable, siteId: number, email: string, lock?: 'lock') =>
  db.query(
    FoundNetwork,
    sql`select n.id, n.nickname as name, n.email, n.locale
    from accounts n
    where n.site_id = ${siteId}
      and ${isNetworkCalled(email)}
    order by n.id
    ${lock ? sql`for no key update` : empty}`,
  )
