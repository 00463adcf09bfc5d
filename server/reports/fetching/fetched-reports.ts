import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Day, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import type { ReportResource } from './api/resources.ts'

/**
 * `superseded`: another issue of the day was imported instead. `refused`: it cannot be imported. `lost`: YouTube no longer
 * has it.
 */
const reportStates = ['listed', 'imported', 'superseded', 'refused', 'lost'] as const
export type ReportState = (typeof reportStates)[number]

const FetchedReport = z.object({
  reportId: z.string(),
  jobId: z.string(),
  reportTypeId: z.string(),
  day: Day,
  startedAt: Timestamp,
  endedAt: Timestamp,
  createdAt: Timestamp,
  downloadUrl: z.string(),
  state: z.enum(reportStates),
  problem: z.nullable(z.string()),
  attempts: Count,
})
export type FetchedReport = z.output<typeof FetchedReport>

const ListedUntil = z.object({ listedUntil: z.nullable(Timestamp) })

/** YouTube may insert a report behind newer ones for a while. */
const listingMarginMs = 3 * 86_400_000

/** @returns undefined: list all of them */
export async function selectListingStart(
  db: Queryable,
  owner: string,
  jobId: string,
): Promise<Date | undefined> {
  const [row] = await db.query(
    ListedUntil,
    sql`select listed_until as "listedUntil" from reporting_jobs where owner = ${owner} and job_id = ${jobId}`,
  )
  return row?.listedUntil ? new Date(Date.parse(row.listedUntil) - listingMarginMs) : undefined
}

const NewReport = z.object({ day: Day })

/**
 * Remembers what was listed, in one transaction with how far: a report that YouTube lists is never forgotten. A new issue
 * gives refused reports of its day another chance, because activity and revenue of a day are imported together.
 * @returns the number of new ones
 */
export async function insertListedReports(
  tx: Queryable,
  owner: string,
  job: { jobId: string; reportTypeId: string },
  resources: readonly ReportResource[],
  now: Date,
): Promise<number> {
  const reports = resources.map(({ id, startTime, endTime, createTime, downloadUrl }) => ({
    id,
    day: getPacificDay(new Date(startTime)),
    startTime,
    endTime,
    createTime,
    downloadUrl,
  }))
  const inserted = await tx.query(
    NewReport,
    sql`insert into fetched_reports (owner, report_id, job_id, report_type_id, day, started_at, ended_at, created_at,
      download_url, changed_at)
    select ${owner}, id, ${job.jobId}, ${job.reportTypeId}, day, "startTime", "endTime", "createTime", "downloadUrl", ${now}
    from jsonb_to_recordset(${JSON.stringify(reports)}::text::jsonb) as r (id text, day date, "startTime" timestamptz,
      "endTime" timestamptz, "createTime" timestamptz, "downloadUrl" text)
    on conflict (owner, report_id) do nothing
    returning day`,
  )
  const days = [...new Set(inserted.map(({ day }) => day))]
  await tx.execute(
    sql`update fetched_reports
    set state = 'listed',
      changed_at = ${now}
    where owner = ${owner}
      and state = 'refused'
      and day = any(${days}::date[])`,
  )
  await tx.execute(
    sql`update reporting_jobs
    set listed_until = greatest(listed_until, (
      select max("createTime")
      from jsonb_to_recordset(${JSON.stringify(reports)}::text::jsonb) as r ("createTime" timestamptz)
    ))
    where owner = ${owner}
      and job_id = ${job.jobId}`,
  )
  return inserted.length
}

export const selectReports = (
  db: Queryable,
  owner: string,
  states: readonly ReportState[],
): Promise<FetchedReport[]> =>
  db.query(
    FetchedReport,
    sql`select report_id as "reportId",
      job_id as "jobId",
      report_type_id as "reportTypeId",
      day,
      started_at as "startedAt",
      ended_at as "endedAt",
      created_at as "createdAt",
      download_url as "downloadUrl",
      state,
      problem,
      attempts
    from fetched_reports
    where owner = ${owner}
      and state = any(${states}::text[])
    order by day, created_at, report_id`,
  )

const ImportedVersion = z.object({ day: Day, reportTypeId: z.string(), createdAt: Timestamp })
export type ImportedVersion = z.output<typeof ImportedVersion>

export const selectImportedVersions = (
  db: Queryable,
  owner: string,
  days: readonly string[],
): Promise<ImportedVersion[]> =>
  db.query(
    ImportedVersion,
    sql`select day, report_type_id as "reportTypeId", created_at as "createdAt"
    from fetched_reports
    where owner = ${owner}
      and state = 'imported'
      and day = any(${days}::date[])`,
  )

export const updateReports = (
  tx: Queryable,
  owner: string,
  reportIds: readonly string[],
  { state, problem = null }: { state: ReportState; problem?: string | null },
  now: Date,
) =>
  tx.execute(
    sql`update fetched_reports
    set state = ${state},
      problem = ${problem},
      attempts = attempts + case when ${problem}::text is null then 0 else 1 end,
      changed_at = ${now}
    where owner = ${owner}
      and report_id = any(${reportIds}::text[])`,
  )
