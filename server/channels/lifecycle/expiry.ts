import { approvalStatus, verificationDeadline } from '#contract/channels/channel-states.ts'
import { addDays, getVerificationDeadline } from '#server/channels/registrations/deadline.ts'
import { mailRegistrants } from '#server/channels/registrations/registrant-mail.ts'
import { lockRegistration, type Registration } from '#server/channels/registrations/registration-record.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { IdRow } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import type { Log } from '#server/platform/log.ts'
import { closeRegistration } from './closing.ts'

const maxSweptRegistrations = 1_000

/**
 * Narrower than the state `unverified`: a running verification is awaited. Rejected registrations cannot be verified and
 * exclude nobody: they stay until their people remove them.
 */
export const canExpire = sql`removed_at is null
      and verification_status = 'pending'
      and approval_status <> ${approvalStatus.rejected}`

/** Idempotent: each registration in a transaction of its own, which looks at it again. */
export async function sweepRegistrations({ db, log }: { db: Database; log: Log }, now: Date): Promise<void> {
  await setMissingDeadlines(db, now)
  const sweep = async (due: Sql, settle: (id: number) => Promise<void>) => {
    for (const { id } of await selectDue(db, due))
      await settle(id).catch((err: unknown) => log.warn({ err, registration: id }, 'expiry sweep failed'))
  }
  const remindFrom = addDays(now, verificationDeadline.days - verificationDeadline.reminderDays)
  await sweep(sql`expires_at <= ${now}`, (id) => expireRegistration(db, id, now))
  await sweep(sql`expires_at <= ${remindFrom} and reminded_at is null`, (id) =>
    remind(db, id, remindFrom, now),
  )
}

/** Sets deadlines of registrations that did not come from the form, such as those of an older backup. */
const setMissingDeadlines = (db: Queryable, now: Date) =>
  db.execute(
    sql`with missing as (
      select registration_id
      from channels
      where ${canExpire}
        and expires_at is null
      order by registration_id
      for update
    )
    update channels c
    set expires_at = ${getVerificationDeadline(now)}
    from missing m
    where c.registration_id = m.registration_id`,
  )

const selectDue = (db: Queryable, due: Sql) =>
  db.query(
    IdRow,
    sql`select registration_id as id
    from channels
    where ${canExpire}
      and ${due}
    order by expires_at, registration_id
    limit ${maxSweptRegistrations}`,
  )

const isDue = (
  registration: Registration | null,
  by: Date,
): registration is Registration & { expiresAt: string } =>
  registration?.verification === 'pending' &&
  registration.approval !== approvalStatus.rejected &&
  registration.expiresAt !== null &&
  Date.parse(registration.expiresAt) <= by.getTime()

const expireRegistration = (db: Database, id: number, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const registration = await lockRegistration(tx, id)
    if (!isDue(registration, now)) return
    await closeRegistration(
      tx,
      { kind: 'background', networkId: registration.networkId },
      { registration, reason: 'expired', action: 'closeChannel' },
      now,
    )
  })

const remind = (db: Database, id: number, remindFrom: Date, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const registration = await lockRegistration(tx, id)
    if (!isDue(registration, remindFrom) || registration.remindedAt !== null) return
    await tx.execute(sql`update channels set reminded_at = ${now} where registration_id = ${id}`)
    const day = registration.expiresAt.slice(0, 10)
    const mail = { kind: 'channel-reminder', data: { channel: registration.name, day } } as const
    await mailRegistrants(tx, registration, mail, now)
  })
