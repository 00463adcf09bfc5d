import { InvalidArgumentError } from '@commander-js/extra-typings'
import * as z from 'zod/mini'
import { securityEventKinds } from '#contract/people/security-events.ts'
import { formatAction } from '#server/platform/auth/audit.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { IdRow } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type AuditFilter, formatAuditEntry, selectAuditEntries } from './audit-entries.ts'
import { createCommand, OperatorError, type Schedule, UsageError } from './command.ts'
import { formatResult } from './format.ts'
import { requireSite } from './lookups.ts'
import { parseChannelId, parseDayArgument, parseDomain, parseEmail } from './parsers.ts'
import { formatSecurityEvent, selectSecurityEvents } from './security-events.ts'

const defaultLimit = 100
const maxLimit = 100_000

export const auditCommand = (schedule: Schedule) =>
  createCommand('audit', {
    summary: 'print the audit log: who changed what, newest first',
    help: `Each line has the time (UTC), the actor with the IP address, the action and its subject. Deleted accounts are
shown by their id only. Values are printed as "old → new", "–" where there is none; --json prints them in full. Email
addresses, names of people and passwords are not recorded: "(hidden)" stands for them.`,
    examples: [
      'audit --by boss@example.com --from 2026-03-01',
      'audit --channel 12',
      'audit --action "channel assign"',
    ],
  })
    .option('--site <domain>', 'only changes on this site', parseDomain)
    .option('--network <email>', 'only changes in the network of this manager', parseEmail)
    .option(
      '--by <actor>',
      'only changes by an email, the id of a partner key, "account:<id>", "operator" or "background" (what completes by itself, such as a verification)',
      parseActor,
    )
    .option(
      '--channel <id|UC…>',
      'only changes of a channel: the id of its registration or its channel id',
      parseChannelId,
    )
    .option('--action <name>', 'only this action, as printed')
    .option('--from <day>', 'first day (UTC)', parseDayArgument)
    .option('--to <day>', 'last day (UTC)', parseDayArgument)
    .option('--limit <number>', `maximum number of lines (${defaultLimit})`, parseLimit, defaultLimit)
    .option('--security', 'sign-ins, failed attempts and changes of credentials instead of changes')
    .option('--json', 'print JSON')
    .action(({ security, json, ...filter }) => {
      if (security && (filter.network !== undefined || filter.channel !== undefined))
        throw new UsageError('--security takes --site, --by, --action, --from, --to, --limit and --json.')
      schedule(async ({ db, print }) => {
        if (filter.site !== undefined) await requireSite(db, filter.site)
        print(await (security ? printSecurityEvents : printChanges)(db, filter, json))
      })
    })

interface AuditOptions extends Omit<AuditFilter, 'networkIds' | 'actor' | 'actorIds' | 'actions'> {
  action?: string | undefined
  network?: string | undefined
  by?: ActorArgument | undefined
}

async function printChanges(
  db: Queryable,
  { network, by, action, ...filter }: AuditOptions,
  json: true | undefined,
) {
  const entries = await selectAuditEntries(db, {
    ...filter,
    ...(action !== undefined && { actions: await findRecordedActions(db, action) }),
    ...(network !== undefined && { networkIds: await findAccountIds(db, network, filter.site, 'network') }),
    ...(by !== undefined && (await resolveActor(db, by, filter.site))),
  })
  return formatResult(json, entries, (all) =>
    all.length === 0 ? 'No matching change.' : all.map(formatAuditEntry),
  )
}

async function printSecurityEvents(
  db: Queryable,
  { by, action, ...filter }: AuditOptions,
  json: true | undefined,
) {
  if (action !== undefined && !securityEventKinds.some((kind) => kind === action))
    throw new OperatorError(`There is no event ${action}. Events: ${securityEventKinds.join(', ')}`)
  const actor = by && (await resolveActor(db, by, filter.site))
  const events = await selectSecurityEvents(db, { ...filter, kind: action, accountIds: actor?.actorIds })
  return formatResult(json, events, (all) =>
    all.length === 0 ? 'No matching event.' : all.map(formatSecurityEvent),
  )
}

const ActionRow = z.object({ action: z.string() })

/** By either name. A misspelled filter must not look like an answer. @throws {OperatorError} */
async function findRecordedActions(db: Queryable, action: string): Promise<string[]> {
  const rows = await db.query(ActionRow, sql`select distinct action from audit_log`)
  const recorded = rows.map((row) => row.action)
  const found = recorded.filter((one) => one === action || formatAction(one) === action)
  if (found.length > 0) return found
  const names = [...new Set(recorded.map(formatAction))].sort()
  throw new OperatorError(
    `No change with the action "${action}" has been recorded. Recorded so far: ${names.join(', ') || 'none'}`,
  )
}

function parseLimit(text: string): number {
  const limit = Number(text)
  if (!/^\d{1,6}$/.test(text) || limit < 1 || limit > maxLimit)
    throw new InvalidArgumentError(`Expected a whole number from 1 to ${maxLimit}.`)
  return limit
}

type ActorArgument = { email: string } | Pick<AuditFilter, 'actor' | 'actorIds'>

function parseActor(text: string): ActorArgument {
  if (text === 'operator' || text === 'background') return { actor: text }
  const [, account, key] = /^(?:account:(\d{1,9})|(\d{1,9}))$/.exec(text) ?? []
  if (account !== undefined) return { actor: 'account', actorIds: [Number(account)] }
  if (key !== undefined) return { actor: 'partner', actorIds: [Number(key)] }
  return { email: parseEmail(text) }
}

const resolveActor = async (
  db: Queryable,
  by: ActorArgument,
  site: string | undefined,
): Promise<Pick<AuditFilter, 'actor' | 'actorIds'>> =>
  'email' in by ? { actor: 'account', actorIds: await findAccountIds(db, by.email, site, 'account') } : by

async function findAccountIds(
  db: Queryable,
  email: string,
  site: string | undefined,
  role: 'account' | 'network',
): Promise<number[]> {
  const found = await db.query(
    IdRow,
    sql`select a.id
    from accounts a
    join sites s on s.id = a.site_id
    where a.email = ${email}
      and a.removed_at is null
      and ${site === undefined ? sql`true` : sql`s.domain = ${site}`}
      and ${role === 'account' ? sql`true` : sql`a.network_id = a.id`}`,
  )
  if (found.length === 0) throw new OperatorError(`There is no ${role} ${email}${site ? ` on ${site}` : ''}.`)
  return found.map(({ id }) => id)
}
