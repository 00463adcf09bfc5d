import * as z from 'zod/mini'
import { type MemberState, memberStates } from '#contract/people/members.ts'
import { accountState } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Id, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { createCommand, type Schedule } from './command.ts'
import { formatCount, formatMinute, formatResult } from './format.ts'
import { requireSite } from './lookups.ts'
import { parseDomain } from './parsers.ts'

const AccountRow = z.object({
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
type AccountRow = z.infer<typeof AccountRow>

export const accountListCommand = (schedule: Schedule) =>
  createCommand('list', {
    summary: 'list accounts by site and network',
    help: 'Each manager is followed by the members of the network. Times are in UTC.',
    examples: ['account list --site studio.example --search kim'],
  })
    .option('--site <domain>', 'only accounts of this site', parseDomain)
    .option('--search <words>', 'only accounts with all of these words in the nickname or email', '')
    .option('--json', 'print JSON')
    .action(({ site, search, json }) =>
      schedule(async ({ db, print }) => {
        if (site !== undefined) await requireSite(db, site)
        print(formatResult(json, await selectAccountRows(db, site, search), formatAccounts))
      }),
    )

const selectAccountRows = (db: Queryable, domain: string | undefined, search: string) =>
  db.query(
    AccountRow,
    sql`select a.id,
      s.domain as site,
      a.email,
      a.nickname,
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
        else (
          select count(*)
          from assignments g
          join channels c on c.registration_id = g.registration_id
          where g.account_id = a.id
            and g.unassigned_at is null
            and c.removed_at is null)
      end as channels,
      a.created_at as "registeredAt",
      a.last_sign_in_at as "lastSignInAt"
    from accounts a
    join sites s on s.id = a.site_id
    join accounts n on n.id = a.network_id
    where a.removed_at is null
      and ${domain === undefined ? sql`true` : sql`s.domain = ${domain}`}
      and normalize_search(a.nickname || ' ' || a.email) like all (search_like_patterns(${search}))
    order by s.domain, a.network_id, a.network_id <> a.id, a.nickname, a.id`,
  )

function formatAccounts(accounts: readonly AccountRow[]): string[] {
  if (accounts.length === 0) return ['No account found.']
  return [...accounts.map(formatAccount), formatCount(accounts.length, 'account')]
}

const stateTexts: Readonly<Record<MemberState, string | null>> = {
  active: null,
  unconfirmed: 'address not confirmed',
  invited: 'invited',
  waiting: 'waiting for approval',
}

function formatAccount(account: AccountRow): string {
  const { id, site, email, nickname, state, channels, lastSignInAt } = account
  const details = [
    formatRole(account),
    ...(stateTexts[state] ? [stateTexts[state]] : []),
    formatCount(channels, 'channel'),
    lastSignInAt ? `last sign-in ${formatMinute(lastSignInAt)}` : 'never signed in',
  ]
  return `${id}  ${site}  ${email}  ${nickname}  (${details.join(', ')})`
}

function formatRole({ role, network, members }: AccountRow): string {
  if (role === 'manager') return `manager of ${formatCount(members, 'member')}`
  return role === 'member' ? `member of ${network ?? 'a deleted account'}` : role
}
