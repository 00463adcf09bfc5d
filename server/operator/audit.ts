import { normalizeHost } from '#contract/host.ts'
import type { Queryable } from '#server/db/database.ts'
import { parseDay } from '#server/files/day.ts'
import { findSite } from '#server/sites.ts'
import { type AuditFilter, formatAuditEntry, selectAuditEntries } from './audit-entries.ts'
import { parseChannelId } from './channels.ts'
import { type Command, type CommandArguments, OperatorError, UsageError } from './command.ts'

const defaultLimit = 100
const maxLimit = 100_000

export const auditCommand: Command = {
  name: 'audit',
  usage:
    '[--site …] [--network <email>] [--by …] [--channel <id|UC…>] [--action …] [--from day] [--to day] [--limit 100] [--json]',
  summary: 'Prints who changed what, the newest first.',
  help: `A line says when (UTC), who and from which address, what, and on whom. Names are looked up where whoever it was is
still there; of somebody removed only the number of the account is left.

  --site     only what was done on a site
  --network  only what was done in the network of this manager
  --by       only what was done by: an email, the number of a partner's key, "account:<number>", "operator",
             or "background" (what completes by itself, as a verification)
  --channel  only what was done to a channel: the number of its registration, or its id
  --action   only this action, as it is called in a line
  --from     the first day, and
  --to       the last one (2026-03-02, UTC)
  --limit    how many lines (${defaultLimit})
  --json     for programs

For instance:
  npm run operator -- audit --by boss@example.com --from 2026-03-01
  npm run operator -- audit --channel 12

Status: 0 it is printed, 2 it could not run.`,
  options: {
    site: { type: 'string' },
    network: { type: 'string' },
    by: { type: 'string' },
    channel: { type: 'string' },
    action: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    limit: { type: 'string' },
    json: { type: 'boolean' },
  },
  prepare(args) {
    if (args.positionals.length > 0) throw new UsageError('Give only options.')
    const channel = args.value('channel')
    const filter: AuditFilter = {
      ...(channel !== undefined && { channel: parseChannelId(channel) }),
      action: args.value('action'),
      from: parseDayOption(args, 'from'),
      to: parseDayOption(args, 'to'),
      limit: parseLimit(args.value('limit')),
    }
    return async ({ db, print }) => {
      const lines = await selectAuditEntries(db, { ...filter, ...(await resolveFilter(db, args)) })
      if (args.flag('json')) print(JSON.stringify(lines, null, 1))
      else if (lines.length === 0) print('No change is recorded.')
      else for (const line of lines) print(formatAuditEntry(line))
      return 0
    }
  },
}

function parseDayOption(args: CommandArguments, option: 'from' | 'to'): string | undefined {
  const text = args.value(option)
  const day = text === undefined ? undefined : parseDay(text)
  if (text !== undefined && day === undefined) throw new UsageError(`--${option} is a day, 2026-03-02.`)
  return day
}

function parseLimit(text = String(defaultLimit)): number {
  const limit = Number(text)
  if (!/^\d{1,6}$/.test(text) || limit < 1 || limit > maxLimit)
    throw new UsageError(`--limit is a whole number from 1 to ${maxLimit}.`)
  return limit
}

/** What was given by name, by number. */
async function resolveFilter(db: Queryable, args: CommandArguments): Promise<Partial<AuditFilter>> {
  const [domain, network, by] = [args.value('site'), args.value('network'), args.value('by')]
  const site = domain === undefined ? undefined : normalizeHost(domain)
  if (site !== undefined && !(await findSite(db, site))) throw new OperatorError(`There is no site ${site}.`)
  return {
    site,
    ...(network !== undefined && { networks: await findAccountIds(db, network, site, 'network') }),
    ...(by !== undefined && (await resolveActor(db, by, site))),
  }
}

async function resolveActor(
  db: Queryable,
  by: string,
  site: string | undefined,
): Promise<Pick<AuditFilter, 'actor' | 'actors'>> {
  if (by === 'operator' || by === 'background') return { actor: by }
  const [, account, key] = /^(?:account:(\d{1,9})|(\d{1,9}))$/.exec(by) ?? []
  if (account !== undefined) return { actor: 'account', actors: [Number(account)] }
  if (key !== undefined) return { actor: 'partner', actors: [Number(key)] }
  return { actor: 'account', actors: await findAccountIds(db, by, site, 'account') }
}

/** Who has an email: on several sites they may be several. */
async function findAccountIds(
  db: Queryable,
  email: string,
  site: string | undefined,
  role: 'account' | 'network',
): Promise<number[]> {
  const found = await db.query<{ id: number }>(
    `select a.id
    from accounts a
    join sites s on s.id = a.site_id
    where lower(a.email) = lower($1)
      and a.removed_at is null
      and ($2::text is null or s.domain = $2)
      and ($3 = 'account' or a.network_id = a.id)`,
    [email, site ?? null, role],
  )
  if (found.length === 0) throw new OperatorError(`There is no ${role} ${email}${site ? ` on ${site}` : ''}.`)
  return found.map(({ id }) => id)
}
