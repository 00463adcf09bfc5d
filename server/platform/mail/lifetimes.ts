import { type EmailLinkPurpose, emailLinkPurposes } from '#contract/people/email-links.ts'
import type { MailKind } from './mail-data.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Lifetimes of email links. The texts of the mails name these times. */
export const linkLifetimesMs: Readonly<Record<EmailLinkPurpose, number>> = {
  confirm: 7 * dayMs,
  invite: 7 * dayMs,
  reset: 30 * minuteMs,
  change: dayMs,
  'sign-in': 30 * minuteMs,
}

/** The mail that carries a link of each purpose. */
export const linkMailKinds = {
  confirm: 'confirm-email',
  invite: 'invitation',
  reset: 'reset-password',
  change: 'change-email',
  'sign-in': 'sign-in-link',
} as const satisfies Record<EmailLinkPurpose, MailKind>

/** News that is older would confuse, for example after a mail server was set up. */
const newsLifetimeMs = 3 * dayMs

export function isExpired(kind: string, createdAt: string, now: Date): boolean {
  const purpose = emailLinkPurposes.find((each) => linkMailKinds[each] === kind)
  return now.getTime() - Date.parse(createdAt) >= (purpose ? linkLifetimesMs[purpose] : newsLifetimeMs)
}

/** Rows of older mail are deleted. */
export const mailRetentionMs = 30 * dayMs
