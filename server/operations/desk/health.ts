import * as z from 'zod/mini'
import { alertHistoryDays, deskJobNames, type retryJobs } from '#contract/operations/desk/health.ts'
import type { ParsedBody } from '#contract/platform/endpoint.ts'
import { selectAlertHistory } from '#server/platform/alerts/alerts.ts'
import { type Caller, recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Finding } from '#server/platform/command-line/finding.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { listMissingMigrations } from '#server/platform/db/migrate.ts'
import { Count, Id, Integer, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { JobQueue } from '#server/platform/jobs/queue.ts'
import { version } from '#server/platform/metrics/process.ts'
import { toOperatorAlert } from './waiting.ts'

const JobTable = z.object({ exists: z.boolean() })

/** The queue creates its tables when it first starts. */
const hasJobs = async (db: Queryable): Promise<boolean> =>
  (await queryOne(db, JobTable, sql`select to_regclass('jobs.job') is not null as exists`)).exists

/** Of the last week, and not tried again since. */
const isFailed = sql`j.state::text = 'failed'
      and j.completed_on > now() - interval '7 days'
      and not exists (
        select
        from jobs.job later
        where later.name = j.name
          and later.singleton_key = j.singleton_key
          and later.created_on > j.created_on)`

const JobRow = z.object({
  name: z.string(),
  waiting: Count,
  active: Count,
  failed: Count,
  oldestWaitingAt: z.nullable(Timestamp),
  failedAt: z.nullable(Timestamp),
  error: z.nullable(z.string()),
})

async function readJobs(db: Queryable) {
  const rows = (await hasJobs(db))
    ? await db.query(
        JobRow,
        sql`select j.name,
          count(*) filter (where j.state::text in ('created', 'retry')) as waiting,
          count(*) filter (where j.state::text = 'active') as active,
          count(*) filter (where ${isFailed}) as failed,
          min(j.created_on) filter (where j.state::text in ('created', 'retry')) as "oldestWaitingAt",
          max(j.completed_on) filter (where ${isFailed}) as "failedAt",
          left((array_agg(coalesce(j.output ->> 'message', j.output ->> 'value') order by j.completed_on desc)
            filter (where ${isFailed}))[1], 300) as error
        from jobs.job j
        where j.state::text in ('created', 'retry', 'active', 'failed')
        group by j.name`,
      )
    : []
  const none = { waiting: 0, active: 0, failed: 0, oldestWaitingAt: null, failedAt: null, error: null }
  return deskJobNames.map((name) => ({ ...none, ...rows.find((row) => row.name === name), name }))
}

const SizeRow = z.object({ bytes: Integer })

/** What costs more is in `findings`, which the caller caches. */
export async function readHealthNow(
  db: Database,
  { checkedAt, findings }: { checkedAt: Date; findings: readonly Finding[] },
  now: Date,
) {
  const { bytes } = await queryOne(db, SizeRow, sql`select pg_database_size(current_database()) as bytes`)
  const since = new Date(now.getTime() - alertHistoryDays * 24 * 3_600_000)
  const alerts = await selectAlertHistory(db, since)
  return {
    checkedAt: checkedAt.toISOString(),
    findings: findings.map(({ fix = null, ...finding }) => ({ ...finding, fix })),
    version,
    node: process.versions.node,
    missingMigrations: await listMissingMigrations(db),
    databaseBytes: bytes,
    jobs: await readJobs(db),
    alerts: alerts.map((alert) => ({
      ...toOperatorAlert(alert),
      id: alert.id,
      endedAt: alert.endedAt,
    })),
  }
}

const FailedJob = z.object({ id: Id })

const maxRetried = 500

/** @returns how many were queued */
export async function retryFailedJobs(
  { db, jobs }: { db: Database; jobs: JobQueue },
  { actor }: Caller,
  { name }: ParsedBody<typeof retryJobs>,
): Promise<number> {
  const count = await db.transaction(async (tx) => {
    if (!(await hasJobs(tx))) return 0
    const failed = await tx.query(
      FailedJob,
      sql`select distinct (j.data ->> 'id')::integer as id
      from jobs.job j
      where j.name = ${name}
        and ${isFailed}
      order by id
      limit ${maxRetried}`,
    )
    for (const { id } of failed) await jobs.enqueue(tx, name, id)
    if (failed.length > 0)
      await recordAuditEntry(tx, actor, {
        action: 'retryJobs',
        context: { job: name },
        before: { failed: failed.length },
        after: { failed: 0 },
      })
    return failed.length
  })
  if (count > 0) jobs.wake(name)
  return count
}
