import type { Queryable } from '#server/db/database.ts'
import { parseOptionalDomain, requireSite } from './arguments.ts'
import { formatMinute } from './channels.ts'
import { type Command, UsageError } from './command.ts'
import { formatCount } from './format.ts'

/** An account as the operator sees it. */
interface AccountRow {
  id: number
  site: string
  email: string
  nickname: string
  role: 'manager' | 'member' | 'alone'
  /** The email of a member's manager. */
  network: string | null
  members: number
  /** A member's are those that are assigned to them, anybody else's those of the network. */
  channels: number
  registeredAt: string
  lastSignInAt: string | null
}

export const accountListCommand: Command = {
  name: 'account list',
  usage: '[--site <domain>] [--search …] [--json]',
  summary: 'Prints the accounts, by site and network.',
  help: `A manager comes first and then the members of the network; others stand alone. Times are UTC.

  --site    only those of a site
  --search  only those in whose nickname or email all of the words are
  --json    for programs

For instance:
  npm run operator -- account list --site studio.example --search kim

Status: 0 all is fine, 2 it could not run.`,
  options: { site: { type: 'string' }, search: { type: 'string' }, json: { type: 'boolean' } },
  prepare(args) {
    if (args.positionals.length > 0) throw new UsageError('Give only --site, --search and --json.')
    const domain = parseOptionalDomain(args.value('site'))
    const search = args.value('search') ?? ''
    return async ({ db, print }) => {
      if (domain !== undefined) await requireSite(db, domain)
      const accounts = await selectAccountRows(db, domain, search)
      if (args.flag('json')) print(JSON.stringify(accounts, null, 1))
      else for (const line of formatAccounts(accounts)) print(line)
      return 0
    }
  },
}

const selectAccountRows = (db: Queryable, domain: string | undefined, search: string) =>
  db.query<AccountRow>(
    `select a.id,
      s.domain as site,
      a.email,
      a.nickname,
      case when a.is_manager then 'manager' when a.network_id <> a.id then 'member' else 'alone' end as role,
      case when a.network_id <> a.id then n.email end as network,
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
      and ($1::text is null or s.domain = $1)
      and normalize_search(a.nickname || ' ' || a.email) like all (search_like_patterns($2))
    order by s.domain, a.network_id, a.network_id <> a.id, a.nickname, a.id`,
    [domain ?? null, search],
  )

function formatAccounts(accounts: readonly AccountRow[]): string[] {
  if (accounts.length === 0) return ['There is no such account.']
  return [...accounts.map(formatAccount), formatCount(accounts.length, 'account')]
}

function formatAccount(account: AccountRow): string {
  const { id, site, email, nickname, channels, lastSignInAt } = account
  const lastSignIn = lastSignInAt ? `signed in ${formatMinute(lastSignInAt)}` : 'never signed in'
  return `${id}  ${site}  ${email}  ${nickname}  (${formatRole(account)}, ${formatCount(channels, 'channel')}, ${lastSignIn})`
}

function formatRole({ role, network, members }: AccountRow): string {
  if (role === 'manager') return `manager of ${formatCount(members, 'member')}`
  return role === 'alone' ? 'alone' : `member of ${network ?? 'a withdrawn account'}`
}
