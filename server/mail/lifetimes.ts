import type { EmailLinkPurpose } from '#contract/email-links.ts'
import type { MailKind } from './outbox.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** How long an email link works. The texts of the mails name these times. */
export const linkLifetimesMs: Readonly<Record<EmailLinkPurpose, number>> = {
  confirm: 7 * dayMs,
  invite: 7 * dayMs,
  reset: 30 * minuteMs,
  change: dayMs,
}

const linkPurposes: Partial<Record<string, EmailLinkPurpose>> = {
  'confirm-email': 'confirm',
  invitation: 'invite',
  'reset-password': 'reset',
  'change-email': 'change',
} satisfies Partial<Record<MailKind, EmailLinkPurpose>>

/** News that is older would confuse, for example after a mail server was set up. */
const newsLifetimeMs = 3 * dayMs

/** Whether a mail is too old to leave. */
export function isExpired(kind: string, createdAt: string, now: Date): boolean {
  const purpose = linkPurposes[kind]
  return now.getTime() - Date.parse(createdAt) >= (purpose ? linkLifetimesMs[purpose] : newsLifetimeMs)
}

/** Rows of older mail are deleted. */
export const mailRetentionMs = 30 * dayMs
