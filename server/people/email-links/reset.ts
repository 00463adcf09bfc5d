import type { requestPasswordReset } from '#contract/people/email-links.ts'
import { mailLink } from '#server/people/credentials/email-links.ts'
import { countRateLimit } from '#server/platform/auth/rate-limits.ts'
import { recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Call } from '#server/platform/http/request/call.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { lockRecipient, type Recipient } from './queries.ts'

type ResetCall = Call<typeof requestPasswordReset>

/**
 * Mails a link, if the address has an account and its limits allow: the answer must not tell. Strangers use up a limit of
 * their own, so that they cannot keep the owner from asking; once it is used up, a link is mailed as often as one expires, so
 * that the mailbox always holds one that works.
 */
export async function requestReset({ db, now }: Services, call: ResetCall): Promise<void> {
  const { site, body, address } = call
  const { email } = body
  await db.transaction(async (tx) => {
    const account = await lockRecipient(tx, { siteId: site.id, ...body, address }, now())
    const event = { kind: 'reset-requested', accountId: account?.id ?? null } as const
    await recordSecurityEvent(tx, call, event, now())
    if (!account || !(await isMailAllowed(tx, account, now()))) return
    const { id: accountId, siteId, locale } = account
    const recipient = { accountId, siteId, email, locale }
    await mailLink(tx, { purpose: 'reset', ...recipient, data: {} }, now())
  })
}

async function isMailAllowed(tx: Queryable, { id, isKnown }: Recipient, now: Date): Promise<boolean> {
  const subject = `reset ${isKnown ? 'known' : 'strangers'} ${id}`
  if ((await countRateLimit(tx, 'mail', subject, now)).isExceeded) return false
  if (!(await countRateLimit(tx, 'mail-day', subject, now)).isExceeded) return true
  return !(await countRateLimit(tx, 'mail-spare', subject, now)).isExceeded
}
