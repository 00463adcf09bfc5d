import { securityEventKinds } from '#contract/people/security-events.ts'
import {
  type AuditEntry,
  type LogFilter,
  type SecurityEvent,
  selectAccountIds,
  selectActions,
  selectAuditEntries,
  selectSecurityEvents,
} from '#server/operations/audit-log.ts'
import { formatAction } from '#server/platform/auth/audit.ts'
import * as cli from '#server/platform/command-line/command.ts'
import type { Queryable } from '#server/platform/db/database.ts'

const defaultLimit = 100
const maxLimit = 100_000

type ActorArgument = { email: string } | Pick<LogFilter, 'actor' | 'actorIds'>

function parseActor(text: string): ActorArgument {
  if (text === 'operator' || text === 'background') return { actor: text }
  const [, account, key] = /^(?:account:(\d{1,9})|(\d{1,9}))$/.exec(text) ?? []
  if (account !== undefined) return { actor: 'account', actorIds: [Number(account)] }
  return key === undefined ? { email: cli.parseEmail(text) } : { actor: 'partner', actorIds: [Number(key)] }
}

export const commands = [
  cli.defineCommand('audit', {
    summary: 'print the audit log: who changed what, newest first',
    help: `Each line has the time (UTC), the actor with the IP address, the action and its subject. Deleted accounts are
shown by their id only. Values are printed as "old → new", "–" where there is none; --json prints them in full. Email
addresses, names of people and passwords are not recorded: "(hidden)" stands for them.`,
    examples: [
      'audit --by boss@example.com --from 2026-03-01',
      'audit --channel 12',
      'audit --action "channel assign"',
    ],
    parameters: {
      site: cli.siteFilter('changes'),
      network: cli.option('--network <email>', 'only changes in the network of this manager', cli.parseEmail),
      by: cli.option(
        '--by <actor>',
        'only changes by an email, the id of a partner key, "account:<id>", "operator" or "background" (what completes by itself, such as a verification)',
        parseActor,
      ),
      channel: cli.option(
        '--channel <id|UC…>',
        'only changes of a channel: the id of its registration or its channel id',
        cli.parseChannelName,
      ),
      action: cli.option('--action <name>', 'only this action, as printed'),
      from: cli.option('--from <day>', 'first day (UTC)', cli.parseDay),
      to: cli.option('--to <day>', 'last day (UTC)', cli.parseDay),
      limit: cli.optionWithDefault(
        '--limit <number>',
        `maximum number of lines (${defaultLimit})`,
        cli.wholeNumber(`a whole number from 1 to ${maxLimit}`, { max: maxLimit }),
        defaultLimit,
      ),
      security: cli.option(
        '--security',
        'sign-ins, failed attempts and changes of credentials instead of changes',
      ),
      json: cli.json,
    },
    check({ security, network, channel }) {
      if (security && (network !== undefined || channel !== undefined))
        throw new cli.UsageError('--security takes --site, --by, --action, --from, --to, --limit and --json.')
    },
    async run({ db, print }, { site, network, by, action, security, json, ...period }) {
      const domain = site?.domain
      const filter: LogFilter = {
        ...period,
        site: domain,
        networkIds: network ? await findAccountIds(db, network, domain, 'network') : undefined,
        actions: action ? await findActions(db, action, security) : undefined,
        ...(by && 'email' in by
          ? { actor: 'account', actorIds: await findAccountIds(db, by.email, domain, 'account') }
          : by),
      }
      if (security) {
        const events = await selectSecurityEvents(db, filter)
        const lines = events.length === 0 ? 'No matching event.' : events.map(formatEvent)
        print(json ? JSON.stringify(events, null, 1) : lines)
      } else {
        const entries = await selectAuditEntries(db, filter)
        const lines = entries.length === 0 ? 'No matching change.' : entries.map(formatEntry)
        print(json ? JSON.stringify(entries, null, 1) : lines)
      }
    },
  }),
]

/** Accepts either name. A misspelled filter must not look like an answer. @throws {OperatorError} */
async function findActions(db: Queryable, action: string, security: boolean): Promise<string[]> {
  const known = security ? securityEventKinds : await selectActions(db)
  const found = known.filter((one) => one === action || formatAction(one) === action)
  if (found.length > 0) return found
  if (security)
    throw new cli.OperatorError(`There is no event ${action}. Events: ${securityEventKinds.join(', ')}`)
  const names = [...new Set(known.map(formatAction))].sort()
  throw new cli.OperatorError(
    `No change with the action "${action}" has been recorded. Recorded so far: ${names.join(', ') || 'none'}`,
  )
}

/** @throws {OperatorError} */
async function findAccountIds(
  db: Queryable,
  email: string,
  site: string | undefined,
  role: 'account' | 'network',
): Promise<number[]> {
  const ids = await selectAccountIds(db, email, { site, isNetwork: role === 'network' })
  if (ids.length > 0) return ids
  throw new cli.OperatorError(`There is no ${role} ${email}${site ? ` on ${site}` : ''}.`)
}

const formatTime = (time: string) => time.slice(0, 19).replace('T', ' ')

const formatPlace = ({ site, address }: Pick<AuditEntry, 'site' | 'address'>) =>
  `${site === null ? '' : ` of ${site}`}${address === null ? '' : ` (${address})`}`

/** "2026-03-02 09:30:12  boss@example.com of example.com (203.0.113.5)  sign-in  failed" */
function formatEvent(event: SecurityEvent): string {
  const { time, kind, failed, accountId, account, detail } = event
  const name = account ?? (accountId === null ? 'unknown account' : `account ${accountId}`)
  const details = Object.entries(detail).map(([key, value]) => `${key}: ${String(value)}`)
  return joinParts(
    [formatTime(time), `${name}${formatPlace(event)}`, kind, failed && 'failed', details.join(', ')],
    '  ',
  )
}

/** "2026-03-02 09:30:12  boss@example.com of example.com (203.0.113.5)  channel verify  channel 3 Kim’s  verification: pending → verifying" */
function formatEntry(entry: AuditEntry): string {
  const { actor, actorId, actorName, subject, subjectId, subjectName } = entry
  const name =
    actor === 'account' && actorName !== null ? actorName : joinParts([actor, actorId, actorName], ' ')
  return joinParts(
    [
      formatTime(entry.time),
      `${name}${formatPlace(entry)}`,
      entry.action,
      joinParts([subject, subjectId, subjectName], ' '),
      formatDetail(entry),
    ],
    '  ',
  )
}

const joinParts = (parts: readonly (string | number | false | null)[], separator: string) =>
  parts.filter((part) => part !== null && part !== '' && part !== false).join(separator)

function formatDetail({ detail: { before, after, ...context } }: AuditEntry): string {
  const old = toValues(before)
  const updated = toValues(after)
  const names = [...new Set([...Object.keys(old), ...Object.keys(updated)])]
  return [
    ...Object.entries(context).map(([name, value]) => `${name}: ${formatValue(value)}`),
    ...names.map((name) => `${name}: ${formatValue(old[name])} → ${formatValue(updated[name])}`),
  ].join(', ')
}

/** Early entries of rates hold a bare value. */
const toValues = (values: unknown): Record<string, unknown> =>
  typeof values === 'string' ? { won: values } : ((values ?? {}) as Record<string, unknown>)

const maxValueLength = 60

function formatValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–'
  if (Array.isArray(value)) return value.map(formatValue).join(' ') || '–'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > maxValueLength ? `${line.slice(0, maxValueLength - 1)}…` : line
}
