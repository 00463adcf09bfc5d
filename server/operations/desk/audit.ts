import {
  type AuditLogEntry,
  auditAreas,
  auditPageSize,
  type DeskSecurityEvent,
  type exportAuditLog,
  type listAuditLog,
  type listPeopleEvents,
} from '#contract/operations/desk/audit.ts'
import type { ParsedQuery } from '#contract/platform/endpoint.ts'
import type { Locale } from '#contract/platform/locale.ts'
import {
  type AuditEntry,
  type LogFilter,
  type SecurityEvent,
  selectActions,
  selectAuditEntries,
  selectSecurityEvents,
} from '#server/operations/audit-log.ts'
import { parseUserAgent } from '#server/people/credentials/device.ts'
import { formatAction } from '#server/platform/auth/audit.ts'
import type { InstallationScope } from '#server/platform/auth/installation.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { CsvTable } from '#server/platform/http/response/csv.ts'
import { type Column, mapAsync } from '#server/platform/http/response/csv-columns.ts'
import { getColumnTitle, getFileName } from '#server/platform/messages.ts'
import { readPage, selectDomains } from './pages.ts'

/** Account numbers and tax numbers leave by these calls and commands. */
const readingActions = [
  'readMemberPayee',
  'readMemberTaxId',
  'exportPayments',
  'exportBankFile',
  'createTaxFile',
  'payee show',
  'payee tax-id',
  'payout export',
  'withholding file',
]

type AuditQuery = ParsedQuery<typeof exportAuditLog>

function parseSubject(subject: string | undefined): Pick<LogFilter, 'channel' | 'subject'> {
  if (subject === undefined) return {}
  const [kind = '', id] = subject.split(' ')
  return id === undefined ? { channel: subject } : { subject: { kind, id } }
}

function toFilter(
  { actor, person, action, area, subject, readings, site, since, until }: AuditQuery,
  scope: InstallationScope,
  known: readonly string[],
): Omit<LogFilter, 'limit'> {
  const byName = action === undefined ? undefined : known.filter((one) => formatAction(one) === action)
  const actions = readings ? readingActions.filter((one) => byName?.includes(one) ?? true) : byName
  return {
    ...{ scope, site, since, until, actor, actions },
    person: person || undefined,
    subjectKinds: area && auditAreas[area],
    ...parseSubject(subject),
  }
}

/** Early entries of rates hold a bare value. */
const toValues = (values: unknown): Record<string, unknown> =>
  typeof values === 'string' ? { won: values } : ((values ?? {}) as Record<string, unknown>)

function toEntry({ time, site, subjectSite, detail, ...entry }: AuditEntry): AuditLogEntry {
  const { before, after, ...context } = detail
  const old = toValues(before)
  const updated = toValues(after)
  const names = [...new Set([...Object.keys(old), ...Object.keys(updated)])]
  const changes = names.map((name) => ({ name, before: old[name] ?? null, after: updated[name] ?? null }))
  return { ...entry, at: time, site: subjectSite ?? site, context, changes }
}

export async function readAuditLog(
  db: Queryable,
  scope: InstallationScope,
  query: ParsedQuery<typeof listAuditLog>,
) {
  const known = await selectActions(db)
  const filter = toFilter(query, scope, known)
  const { rows, ...page } = await readPage(query, auditPageSize, (bounds) =>
    selectAuditEntries(db, { ...filter, ...bounds }),
  )
  return {
    ...page,
    entries: rows.map(toEntry),
    actions: [...new Set(known.map(formatAction))].sort(),
    sites: await selectDomains(db, scope),
  }
}

const batchSize = 1_000

const formatValue = (value: unknown): string =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

const columns: readonly Column<AuditLogEntry>[] = [
  ['auditTime', ({ at }) => ({ text: at })],
  ['auditActor', ({ actor }) => actor],
  ['auditActorId', ({ actorId }) => actorId],
  ['auditActorName', ({ actorName }) => actorName],
  ['auditAddress', ({ address }) => address],
  ['auditSite', ({ site }) => site],
  ['auditNetwork', ({ network }) => network],
  ['auditAction', ({ action }) => action],
  ['auditSubject', ({ subject }) => subject],
  ['auditSubjectId', ({ subjectId }) => subjectId],
  ['auditSubjectName', ({ subjectName }) => subjectName],
  ['auditContext', ({ context }) => (Object.keys(context).length === 0 ? null : JSON.stringify(context))],
  [
    'auditChanges',
    ({ changes }) =>
      changes
        .map(({ name, before, after }) => `${name}: ${formatValue(before)} → ${formatValue(after)}`)
        .join('\n'),
  ],
]

async function* readBatches(
  db: Queryable,
  filter: Omit<LogFilter, 'limit'>,
): AsyncGenerator<AuditLogEntry[]> {
  let before: number | undefined
  do {
    const entries = await selectAuditEntries(db, { ...filter, before, limit: batchSize })
    yield entries.map(toEntry)
    before = entries.length < batchSize ? undefined : entries.at(-1)?.id
  } while (before !== undefined)
}

export async function buildAuditTable(
  db: Queryable,
  scope: InstallationScope,
  query: AuditQuery,
  locale: Locale,
): Promise<CsvTable> {
  const filter = toFilter(query, scope, await selectActions(db))
  const days = [query.since, query.until].flatMap((moment) => moment?.slice(0, 10) ?? [])
  return {
    fileName: `${[getFileName('auditLog', locale), ...days].join('_')}.csv`,
    // None of them has amounts.
    columns: columns.map(([name]) => getColumnTitle(name, 'KRW', locale)),
    rows: mapAsync(readBatches(db, filter), (batch) =>
      batch.map((entry) => columns.map(([, getCell]) => getCell(entry))),
    ),
  }
}

const toPeopleEvent = ({ time, userAgent, detail, ...event }: SecurityEvent): DeskSecurityEvent => ({
  ...event,
  ...parseUserAgent(userAgent),
  at: time,
  endpoint: typeof detail.endpoint === 'string' ? detail.endpoint : null,
})

export async function readPeopleEvents(
  db: Queryable,
  scope: InstallationScope,
  query: ParsedQuery<typeof listPeopleEvents>,
) {
  const { person, kind, failed, site, since, until } = query
  const filter = {
    ...{ scope, site, since, until },
    person: person || undefined,
    actions: kind && [kind],
    failed: failed && (true as const),
  }
  const { rows, ...page } = await readPage(query, auditPageSize, (bounds) =>
    selectSecurityEvents(db, { ...filter, ...bounds }),
  )
  return { ...page, events: rows.map(toPeopleEvent), sites: await selectDomains(db, scope) }
}
