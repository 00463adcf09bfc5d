import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { ReportingApi } from './api/api.ts'
import type { JobResource, ReportTypeResource } from './api/resources.ts'
import { listMissingTypes, type NameType, selectNeededJobs, selectNewestTypes } from './versions.ts'

const Job = z.object({
  jobId: z.string(),
  reportTypeId: z.string(),
  expiresAt: z.nullable(Timestamp),
  deprecatedAt: z.nullable(Timestamp),
  listedUntil: z.nullable(Timestamp),
})
/** A job of the YouTube Reporting API, which makes a report of its type each day. */
export type Job = z.output<typeof Job>

export const selectJobs = (db: Queryable, owner: string): Promise<Job[]> =>
  db.query(
    Job,
    sql`select job_id as "jobId",
      report_type_id as "reportTypeId",
      expires_at as "expiresAt",
      deprecated_at as "deprecatedAt",
      listed_until as "listedUntil"
    from reporting_jobs
    where owner = ${owner}
    order by report_type_id, job_id`,
  )

export interface SyncedJobs {
  jobs: Job[]
  created: string[]
  /** Names of needed report types that YouTube does not offer. */
  missingTypes: string[]
}

/**
 * Creates the jobs that are missing: one for the newest version of each report type that we import. YouTube itself creates
 * those of system-managed types, and of months.
 */
export async function syncJobs(
  db: Queryable,
  api: Pick<ReportingApi, 'listReportTypes' | 'listJobs' | 'createJob'>,
  owner: string,
  nameMonthly: NameType,
): Promise<SyncedJobs> {
  const offered = await api.listReportTypes()
  const existing = await api.listJobs()
  const missing = selectNewestTypes(offered).filter(
    ({ id, systemManaged }) =>
      systemManaged !== true && !existing.some(({ reportTypeId }) => reportTypeId === id),
  )
  for (const { id } of missing) await api.createJob(id, `Hookline ${id}`)
  // Once more, because somebody else may have created one in between.
  const jobs = selectNeededJobs(missing.length > 0 ? await api.listJobs() : existing, nameMonthly)
  await replaceJobs(db, owner, jobs, offered)
  return {
    jobs: await selectJobs(db, owner),
    created: missing.map(({ id }) => id),
    missingTypes: listMissingTypes(offered),
  }
}

/** Keeps how far each job was listed. */
async function replaceJobs(
  db: Queryable,
  owner: string,
  jobs: readonly JobResource[],
  offered: readonly ReportTypeResource[],
): Promise<void> {
  const rows = jobs.map(({ id, reportTypeId, expireTime }) => ({
    id,
    reportTypeId,
    expireTime: expireTime ?? null,
    deprecateTime: offered.find((type) => type.id === reportTypeId)?.deprecateTime ?? null,
  }))
  await db.execute(
    sql`delete from reporting_jobs
    where owner = ${owner}
      and job_id <> all(${rows.map(({ id }) => id)}::text[])`,
  )
  await db.execute(
    sql`insert into reporting_jobs (owner, job_id, report_type_id, expires_at, deprecated_at)
    select ${owner}, id, "reportTypeId", "expireTime", "deprecateTime"
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (id text, "reportTypeId" text,
      "expireTime" timestamptz, "deprecateTime" timestamptz)
    on conflict (owner, job_id) do update
    set expires_at = excluded.expires_at,
      deprecated_at = excluded.deprecated_at`,
  )
}
