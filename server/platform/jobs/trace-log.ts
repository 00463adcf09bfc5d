import * as z from 'zod/mini'
import { formatAction } from '#server/platform/auth/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Id, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Log } from '#server/platform/log.ts'
import { type AddressDetail, formatAddress } from '#server/platform/log-address.ts'

const batchSize = 500
const intervalMs = 2_000

const Detail = z.record(z.string(), z.unknown())

const AuditRow = z.object({
  id: Id,
  at: Timestamp,
  actor: z.string(),
  actorId: z.nullable(Id),
  siteId: z.nullable(Id),
  networkId: z.nullable(Id),
  address: z.nullable(z.string()),
  action: z.string(),
  subject: z.nullable(z.string()),
  subjectId: z.nullable(z.string()),
  detail: Detail,
})

const SecurityRow = z.object({
  id: Id,
  at: Timestamp,
  kind: z.string(),
  failed: z.boolean(),
  accountId: z.nullable(Id),
  siteId: z.nullable(Id),
  address: z.nullable(z.string()),
  detail: Detail,
})

interface TraceLog {
  db: Database
  log: Log
  addressDetail: AddressDetail
}

/**
 * Transactional outbox: writes committed audit entries and security events to the process log, so that a collector carries
 * them off the machine. A crash repeats lines but loses none; each has the id of its row. @returns the number of lines
 */
export async function writeTraces({ db, log, addressDetail }: TraceLog): Promise<number> {
  const write = ({ address, ...line }: { address: string | null }, message: string) =>
    log.info({ ...line, address: address === null ? null : formatAddress(address, addressDetail) }, message)
  let total = 0
  for (;;) {
    const written = await db.transaction(async (tx) => {
      const entries = await tx.query(
        AuditRow,
        sql`with taken as (${take('audit')})
        select a.id,
          a.created_at as at,
          a.actor,
          a.actor_id as "actorId",
          a.site_id as "siteId",
          a.network_id as "networkId",
          a.address,
          a.action,
          a.subject,
          a.subject_id as "subjectId",
          a.detail
        from taken t
        join audit_log a on a.id = t.id
        order by a.id`,
      )
      const events = await tx.query(
        SecurityRow,
        sql`with taken as (${take('security')})
        select e.id,
          e.created_at as at,
          e.kind,
          e.is_failure as failed,
          e.account_id as "accountId",
          e.site_id as "siteId",
          e.address,
          e.detail
        from taken t
        join security_events e on e.id = t.id
        order by e.id`,
      )
      const named = entries.map((entry) => ({ ...entry, action: formatAction(entry.action) }))
      for (const entry of named) write(entry, 'audit entry')
      for (const event of events) write(event, 'security event')
      return Math.max(entries.length, events.length)
    })
    total += written
    if (written < batchSize) return total
  }
}

const take = (trace: 'audit' | 'security') =>
  sql`delete from trace_outbox o
  using (
    select id
    from trace_outbox
    where trace = ${trace}
    order by id
    limit ${batchSize}
    for update skip locked
  ) next
  where o.trace = ${trace}
    and o.id = next.id
  returning o.id`

const Waiting = z.object({ exist: z.boolean() })

/** Every instance does it; each row is taken by one of them. @returns a function that stops it */
export function startTraceLog(traceLog: TraceLog): () => Promise<void> {
  const { db, log } = traceLog
  let running: Promise<void> | undefined
  const write = async () => {
    const { exist } = await queryOne(db, Waiting, sql`select exists (select from trace_outbox) as exist`)
    if (exist) await writeTraces(traceLog)
  }
  const run = () => {
    running ??= write()
      .catch((error: unknown) => log.warn({ err: error }, 'writing traces to the log failed'))
      .finally(() => {
        running = undefined
      })
    return running
  }
  const timer = setInterval(() => void run(), intervalMs)
  return async () => {
    clearInterval(timer)
    await running
    await run()
  }
}
