import * as z from 'zod/mini'
import { type AlertKind, alertKinds } from '#contract/operations/operator-alerts.ts'
import { locales } from '#contract/platform/locale.ts'
import { type InstallationScope, isOwnerInScope } from '#server/platform/auth/installation.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { CountRow, Id, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { queueMail } from '#server/platform/mail/outbox.ts'

// A problem that only a person can fix. An alert follows its cause: it is raised once, and ends when the cause is gone.

/** `subject`: what it is about, such as a content owner. `day` and `count` are those of its texts. */
export interface AlertCause {
  kind: AlertKind
  subject: string
  day?: string | undefined
  count?: number | undefined
}

const Detail = z.object({ day: z.optional(z.string()), count: z.optional(z.int()) })

const Alert = z.object({
  id: Id,
  kind: z.enum(alertKinds),
  subject: z.string(),
  detail: Detail,
  raisedAt: Timestamp,
})
export type Alert = z.output<typeof Alert>

/** Exchange rates concern the whole installation. */
const isInScope = (scope: InstallationScope): Sql =>
  sql`(${isOwnerInScope(scope, sql`subject`)} and (${scope.isAll} or kind <> 'rates-refused'))`

export const selectOpenAlerts = (db: Queryable, scope: InstallationScope): Promise<Alert[]> =>
  db.query(
    Alert,
    sql`select id, kind, subject, detail, raised_at as "raisedAt"
    from operator_alerts
    where ended_at is null
      and ${isInScope(scope)}
    order by raised_at, id`,
  )

const PastAlert = z.extend(Alert, { endedAt: z.nullable(Timestamp) })

const maxHistory = 200

/** Open ones first, and those that have ended since, newest first. */
export const selectAlertHistory = (db: Queryable, since: Date): Promise<z.output<typeof PastAlert>[]> =>
  db.query(
    PastAlert,
    sql`select id, kind, subject, detail, raised_at as "raisedAt", ended_at as "endedAt"
    from operator_alerts
    where ended_at is null
      or ended_at > ${since}
    order by ended_at is not null, coalesce(ended_at, raised_at) desc, id desc
    limit ${maxHistory}`,
  )

export const countOpenAlerts = async (db: Queryable, scope: InstallationScope): Promise<number> =>
  (
    await queryOne(
      db,
      CountRow,
      sql`select count(*) as count from operator_alerts where ended_at is null and ${isInScope(scope)}`,
    )
  ).count

/**
 * Makes the open alerts about the subject those of `causes`, except the kinds that are `unknown`. Each new one is mailed to
 * the operators whom it concerns.
 * @returns the kinds of the new ones
 */
export async function syncAlerts(
  tx: Queryable,
  subject: string,
  causes: readonly Omit<AlertCause, 'subject'>[],
  unknown: readonly AlertKind[],
  now: Date,
): Promise<AlertKind[]> {
  await endAlerts(tx, subject, now, [...causes.map(({ kind }) => kind), ...unknown])
  const raised: AlertKind[] = []
  for (const cause of causes) if (await raiseAlert(tx, { subject, ...cause }, now)) raised.push(cause.kind)
  return raised
}

/** All about the subject, except some kinds. */
export const endAlerts = (tx: Queryable, subject: string, now: Date, except: readonly AlertKind[] = []) =>
  tx.execute(
    sql`update operator_alerts
    set ended_at = ${now}
    where subject = ${subject}
      and ended_at is null
      and kind <> all(${except}::text[])`,
  )

const RaisedRow = z.object({ id: Id, isNew: z.boolean() })

/** @returns whether there was none of the kind about the subject */
async function raiseAlert(
  tx: Queryable,
  { kind, subject, day, count }: AlertCause,
  now: Date,
): Promise<boolean> {
  const detail = JSON.stringify({ day, count })
  const [row] = await tx.query(
    RaisedRow,
    sql`insert into operator_alerts (kind, subject, detail, raised_at)
    values (${kind}, ${subject}, ${detail}::text::jsonb, ${now})
    on conflict (kind, subject) where ended_at is null do update
    set detail = excluded.detail
    returning id, xmax = 0 as "isNew"`,
  )
  if (!row?.isNew) return false
  await mailOperators(tx, row.id, { kind, subject, day, count }, now)
  return true
}

const OperatorRow = z.object({
  accountId: Id,
  siteId: Id,
  recipient: z.string(),
  locale: z.enum(locales),
})

async function mailOperators(
  tx: Queryable,
  alertId: number,
  { kind, subject, day, count }: AlertCause,
  now: Date,
): Promise<void> {
  const operators = await tx.query(
    OperatorRow,
    sql`select a.id as "accountId", a.site_id as "siteId", a.email as recipient, a.locale
    from accounts a
    where a.removed_at is null
      and exists (
        select
        from installation_grants g
        where g.account_id = a.id
          and g.role = 'operator'
          and (g.site_id is null and g.owner is null or ${kind !== 'rates-refused'} and g.owner = ${subject}))
    order by a.id`,
  )
  for (const { accountId, siteId, recipient, locale } of operators)
    await queueMail(
      tx,
      {
        kind: 'operator-alert',
        eventKey: `operator-alert ${alertId} ${accountId}`,
        siteId,
        accountId,
        recipient,
        locale,
        data: { alert: kind, owner: subject, day, count },
      },
      now,
    )
}
