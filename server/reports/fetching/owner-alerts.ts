import * as z from 'zod/mini'
import type { AlertKind } from '#contract/operations/operator-alerts.ts'
import { addDays } from '#contract/reports/calendar.ts'
import { type AlertCause, syncAlerts } from '#server/platform/alerts/alerts.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Count, Day, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getDueDay, reportLifetimeDays, selectFreshness } from '#server/reports/completeness/freshness.ts'
import type { FetchFailure } from './api/fetch-error.ts'
import { getLatestDay } from './expected-reports.ts'
import { selectJobs } from './jobs.ts'
import { listEndingTypes } from './versions.ts'

type Cause = Omit<AlertCause, 'subject'>

/** Findings of the last fetch; undefined if only the database was checked. */
export interface FetchOutcome {
  failure?: FetchFailure
  missingTypes?: readonly string[]
}

const warningDays = 10
const dayMs = 86_400_000

const failureAlerts: Partial<Record<FetchFailure, AlertKind>> = {
  client: 'client-rejected',
  permission: 'permission-denied',
  storage: 'storage',
}
const failureAlertKinds = Object.values(failureAlerts)
/** Settlement raises them, also about owners that are not connected. */
const monthAlertKinds = ['months-late'] as const

/** Raises and ends the alerts about a content owner, each once per event. @returns the new ones */
export const syncOwnerAlerts = (
  db: Database,
  owner: string,
  { failure, missingTypes }: FetchOutcome,
  now: Date,
): Promise<AlertKind[]> =>
  db.transaction(async (tx) => {
    const causes = [
      ...(await findConsentCauses(tx, owner, now)),
      ...(await findReportCauses(tx, owner, now)),
      ...(await findDelay(tx, owner, now)),
      ...(await findDeprecations(tx, owner, now)),
      ...findFetchCauses(failure, missingTypes),
    ]
    // A failure that passes by itself says nothing about these: they last until a fetch has come so far again.
    const unknown = [
      ...monthAlertKinds,
      ...(missingTypes ? [] : (['missing-types'] as const)),
      ...(missingTypes || (failure && failureAlerts[failure]) ? [] : failureAlertKinds),
    ]
    return syncAlerts(tx, owner, causes, unknown, now)
  })

function findFetchCauses(failure: FetchFailure | undefined, missingTypes: readonly string[] = []): Cause[] {
  const kind = failure && failureAlerts[failure]
  return [
    ...(kind ? [{ kind }] : []),
    ...(missingTypes.length > 0 ? [{ kind: 'missing-types' as const, count: missingTypes.length }] : []),
  ]
}

const ConsentRow = z.object({
  hasConsent: z.boolean(),
  consentedAt: Timestamp,
  consentExpiresAt: z.nullable(Timestamp),
})

const selectConsent = async (db: Queryable, owner: string) =>
  (
    await db.query(
      ConsentRow,
      sql`select refresh_token is not null as "hasConsent",
        consented_at as "consentedAt",
        consent_expires_at as "consentExpiresAt"
      from youtube_connections
      where owner = ${owner}`,
    )
  )[0]

async function findConsentCauses(tx: Queryable, owner: string, now: Date): Promise<Cause[]> {
  const consent = await selectConsent(tx, owner)
  if (!consent) return []
  if (!consent.hasConsent) return [{ kind: 'consent-ended' }]
  const { consentExpiresAt: expiresAt } = consent
  if (expiresAt === null || Date.parse(expiresAt) - now.getTime() > warningDays * dayMs) return []
  return [{ kind: 'consent-ends', day: expiresAt.slice(0, 10) }]
}

const OpenReports = z.object({
  expiring: Count,
  expiresAt: z.nullable(Timestamp),
  lost: Count,
  lostDay: z.nullable(Day),
  refused: Count,
  refusedDay: z.nullable(Day),
})

/** Lost ones until their day is complete in another way, or too old for anybody to ask. */
async function findReportCauses(tx: Queryable, owner: string, now: Date): Promise<Cause[]> {
  const found = await queryOne(
    tx,
    OpenReports,
    sql`select count(*) filter (where is_expiring) as expiring,
      min(expires_at) filter (where is_expiring) as "expiresAt",
      count(*) filter (where is_lost) as lost,
      min(day) filter (where is_lost) as "lostDay",
      count(*) filter (where state = 'refused') as refused,
      min(day) filter (where state = 'refused') as "refusedDay"
    from (
      select r.day,
        r.state,
        r.created_at + make_interval(days => ${reportLifetimeDays}) as expires_at,
        r.state = 'listed'
          and r.created_at < ${new Date(now.getTime() - (reportLifetimeDays - warningDays) * dayMs)} as is_expiring,
        r.state = 'lost'
          and r.changed_at > ${new Date(now.getTime() - reportLifetimeDays * dayMs)}
          and not exists (
            select
            from owner_days d
            where d.owner = r.owner
              and d.day = r.day
              and d.is_complete
          ) as is_lost
      from fetched_reports r
      where r.owner = ${owner}
        and r.state in ('listed', 'refused', 'lost')
    ) open`,
  )
  const create = (kind: AlertKind, count: number, day: string | null | undefined): Cause[] =>
    count > 0 ? [{ kind, count, day: day?.slice(0, 10) }] : []
  return [
    ...create('reports-expire', found.expiring, found.expiresAt),
    ...create('reports-lost', found.lost, found.lostDay),
    ...create('reports-refused', found.refused, found.refusedDay),
  ]
}

async function findDelay(tx: Queryable, owner: string, now: Date): Promise<Cause[]> {
  const consent = await selectConsent(tx, owner)
  if (!consent) return []
  const freshness = (await selectFreshness(tx)).find((one) => one.owner === owner)
  const latestDay = getLatestDay(freshness, consent)
  return latestDay < getDueDay(now) ? [{ kind: 'reports-late', day: addDays(latestDay, 1) }] : []
}

async function findDeprecations(tx: Queryable, owner: string, now: Date): Promise<Cause[]> {
  const ending = listEndingTypes(await selectJobs(tx, owner))
  const [first] = ending
    .filter((time) => Date.parse(time) - now.getTime() < reportLifetimeDays * dayMs)
    .toSorted()
  return first === undefined ? [] : [{ kind: 'deprecated', day: first.slice(0, 10) }]
}
