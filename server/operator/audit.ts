import { siteHost } from '#contract/host.ts'
import type { Queries } from '#server/db/connect.ts'
import { readDay } from '#server/ingest/report-day.ts'
import { findSite } from '#server/session.ts'
import { inWords, selectAuditLines, type WantedLines } from './audit-lines.ts'
import { readWhich } from './channel-lines.ts'
import { type Command, type Given, OperatorError, UsageError } from './command.ts'

const usualLimit = 100
const mostLines = 100_000

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
  --limit    how many lines (${usualLimit})
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
  prepare(given) {
    if (given.positionals.length > 0) throw new UsageError('Give only options.')
    const channel = given.text('channel')
    const wanted: WantedLines = {
      ...(channel !== undefined && { channel: readWhich(channel) }),
      action: given.text('action'),
      from: dayOf(given, 'from'),
      to: dayOf(given, 'to'),
      limit: limitOf(given.text('limit')),
    }
    return async ({ db, print }) => {
      const lines = await selectAuditLines(db, { ...wanted, ...(await whose(db, given)) })
      if (given.flag('json')) print(JSON.stringify(lines, null, 1))
      else if (lines.length === 0) print('No change is recorded.')
      else for (const line of lines) print(inWords(line))
      return 0
    }
  },
}

function dayOf(given: Given, option: 'from' | 'to'): string | undefined {
  const text = given.text(option)
  const day = text === undefined ? undefined : readDay(text)
  if (text !== undefined && day === undefined) throw new UsageError(`--${option} is a day, 2026-03-02.`)
  return day
}

function limitOf(text = String(usualLimit)): number {
  const limit = Number(text)
  if (!/^\d{1,6}$/.test(text) || limit < 1 || limit > mostLines)
    throw new UsageError(`--limit is a whole number from 1 to ${mostLines}.`)
  return limit
}

/** What was given by name, by number. */
async function whose(db: Queries, given: Given): Promise<Partial<WantedLines>> {
  const [domain, network, by] = [given.text('site'), given.text('network'), given.text('by')]
  const site = domain === undefined ? undefined : siteHost(domain)
  if (site !== undefined && !(await findSite(db, site))) throw new OperatorError(`There is no site ${site}.`)
  return {
    site,
    ...(network !== undefined && { networks: await accountsOf(db, network, site, 'network') }),
    ...(by !== undefined && (await actorOf(db, by, site))),
  }
}

async function actorOf(
  db: Queries,
  by: string,
  site: string | undefined,
): Promise<Pick<WantedLines, 'actor' | 'actors'>> {
  if (by === 'operator' || by === 'background') return { actor: by }
  const [, account, key] = /^(?:account:(\d{1,9})|(\d{1,9}))$/.exec(by) ?? []
  if (account !== undefined) return { actor: 'account', actors: [Number(account)] }
  if (key !== undefined) return { actor: 'partner', actors: [Number(key)] }
  return { actor: 'account', actors: await accountsOf(db, by, site, 'account') }
}

/** Who has an email: on several sites they may be several. */
async function accountsOf(
  db: Queries,
  email: string,
  site: string | undefined,
  what: 'account' | 'network',
): Promise<number[]> {
  const found = await db.query<{ id: number }>(
    `select a.id
    from accounts a
    join sites s on s.id = a.site_id
    where lower(a.email) = lower($1)
      and a.removed_at is null
      and ($2::text is null or s.domain = $2)
      and ($3 = 'account' or a.network_id = a.id)`,
    [email, site ?? null, what],
  )
  if (found.length === 0) throw new OperatorError(`There is no ${what} ${email}${site ? ` on ${site}` : ''}.`)
  return found.map(({ id }) => id)
}
