import * as z from 'zod/mini'
import { locales } from '#contract/platform/locale.ts'
import { mailInvitation } from '#server/people/credentials/email-links.ts'
import { type Caller, hidden, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { enforceRateLimit } from '#server/platform/auth/rate-limits.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { queueMail } from '#server/platform/mail/outbox.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockMember } from './queries.ts'

type Dependencies = Pick<Services, 'db' | 'now'>

const Invited = z.object({
  email: z.string(),
  locale: z.enum(locales),
  isInvited: z.boolean(),
  awaitsApproval: z.boolean(),
})

const selectInvited = (tx: Queryable, id: number): Promise<z.output<typeof Invited>> =>
  queryOne(
    tx,
    Invited,
    sql`select email,
      locale,
      password_hash is null and email_confirmed_at is null as "isInvited",
      awaits_approval as "awaitsApproval"
    from accounts
    where id = ${id}`,
  )

/** @throws {Refusal} `changed` when the member has accepted an invitation already */
export async function resendInvitation(
  { db, now }: Dependencies,
  { account, actor }: Caller,
  target: number,
): Promise<void> {
  const subject = `invite ${account.networkId} ${target}`
  await enforceRateLimit(db, 'mail', subject, now())
  await enforceRateLimit(db, 'mail-day', subject, now())
  await db.transaction(async (tx) => {
    if (!(await lockMember(tx, account.networkId, target))) throw new Refusal('not_found')
    const { isInvited } = await selectInvited(tx, target)
    if (!isInvited) throw new Refusal('changed')
    await mailInvitation(tx, target, now())
    await recordAuditEntry(tx, actor, {
      action: 'inviteMember',
      subject: { kind: 'account', id: target },
      before: null,
      after: { link: hidden },
    })
  })
}

/** @throws {Refusal} `changed` when the member does not wait for approval */
export const approveMember = (
  { db, now }: Dependencies,
  { account, actor }: Caller,
  target: number,
): Promise<void> =>
  db.transaction(async (tx) => {
    if (!(await lockMember(tx, account.networkId, target))) throw new Refusal('not_found')
    const { email, locale, awaitsApproval } = await selectInvited(tx, target)
    if (!awaitsApproval) throw new Refusal('changed')
    await tx.execute(sql`update accounts set awaits_approval = false where id = ${target}`)
    await queueMail(
      tx,
      {
        kind: 'join-approved',
        eventKey: `join-approved ${target}`,
        siteId: account.siteId,
        accountId: target,
        recipient: email,
        locale,
        data: {},
      },
      now(),
    )
    await recordAuditEntry(tx, actor, {
      action: 'approveMember',
      subject: { kind: 'account', id: target },
      before: { approval: 'waiting' },
      after: { approval: 'approved' },
    })
  })
