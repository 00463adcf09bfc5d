import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Id, idParam, searchParam } from '#contract/platform/params.ts'

export const deskMailStates = ['queued', 'sending', 'sent', 'failed', 'uncertain', 'suppressed'] as const
export type DeskMailState = (typeof deskMailStates)[number]

/** States under one name. `undelivered`: a person may have missed it. */
export const mailFilters = {
  undelivered: ['failed', 'uncertain'],
  failed: ['failed'],
  uncertain: ['uncertain'],
  suppressed: ['suppressed'],
  queued: ['queued', 'sending'],
  sent: ['sent'],
} as const satisfies Record<string, readonly DeskMailState[]>
export type MailFilterName = keyof typeof mailFilters
export const mailFilterNames = Object.keys(mailFilters) as MailFilterName[]

export const deskMailKinds = [
  'confirm-email',
  'invitation',
  'reset-password',
  'change-email',
  'sign-in-link',
  'email-changed',
  'password-changed',
  'password-guessed',
  'password-known',
  'new-device',
  'second-factor-changed',
  'provider-linked',
  'provider-unlinked',
  'join-request',
  'join-approved',
  'roles-changed',
  'channel-reminder',
  'channel-expired',
  'channel-claimed',
  'channel-released',
  'channel-approved',
  'channel-held',
  'channel-rejected',
  'statement',
  'statement-paid',
  'statement-returned',
  'statement-mistake',
  'payment-requested',
  'manual-entry',
  'question-asked',
  'question-answered',
  'payee-changed',
  'payee-waiting',
  'payee-rejected',
  'payee-confirmed',
  'payee-read',
  'portal-viewed',
  'invoice-requested',
  'operator-alert',
] as const
export type DeskMailKind = (typeof deskMailKinds)[number]

/** Why a mail cannot be sent again. */
export const mailObstacles = [
  'sent',
  'on-its-way',
  'expired',
  'link-ended',
  'account-removed',
  'suppressed',
  'unsubscribed',
] as const
export type MailObstacle = (typeof mailObstacles)[number]

export const mailPageSize = 50

export const DeskMail = z.object({
  id: z.int(),
  site: z.string(),
  kind: z.string(),
  recipient: z.string(),
  /** The name of the person; null once the account is gone. */
  nickname: z.nullable(z.string()),
  locale: z.string(),
  state: z.enum(deskMailStates),
  attempts: z.int(),
  /** What the mail server replied, or why it was not sent. */
  failure: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
})
export type DeskMail = z.infer<typeof DeskMail>

export const listMails = defineEndpoint({
  name: 'listMails',
  summary: 'Mail of the last 30 days to people on the sites that the caller’s role is for, newest first.',
  method: 'GET',
  path: 'v2/mcn/desk/mail',
  access: 'desk.read',
  query: z.object({
    state: z.optional(z.enum(mailFilterNames)),
    /** Part of the address. */
    search: searchParam(),
    kind: z.optional(z.string().check(z.maxLength(100))),
    site: z.optional(z.string().check(z.maxLength(253))),
    /** Keyset: the id of the last mail of the page before, or of the first one of the page after. */
    before: z.optional(idParam()),
    after: z.optional(idParam()),
  }),
  output: z.object({
    mails: z.array(DeskMail),
    hasNewer: z.boolean(),
    hasOlder: z.boolean(),
    /** Of all mails within reach, by state. */
    counts: z.record(z.enum(deskMailStates), z.int()),
    sites: z.array(z.string()),
  }),
})

export const readMail = defineEndpoint({
  name: 'readMail',
  summary: 'One mail with its subject and what is in the way of sending it again; never its text or link.',
  method: 'GET',
  path: 'v2/mcn/desk/mail/details',
  access: 'desk.read',
  query: z.object({ id: idParam() }),
  output: z.object({
    mail: DeskMail,
    /** Null once the content is deleted: after it was sent or has expired. */
    subject: z.nullable(z.string()),
    obstacle: z.nullable(z.enum(mailObstacles)),
    isSuppressed: z.boolean(),
  }),
  refusals: ['not_found'],
})

export const retryMail = defineEndpoint({
  name: 'retryMail',
  summary:
    'Queues a failed, uncertain or suppressed mail again. Of an uncertain one the recipient may get two.',
  method: 'POST',
  path: 'v2/mcn/desk/mail/retry',
  access: 'mail.change',
  limits: [{ name: 'desk', by: 'account' }],
  traces: ['audit'],
  body: z.object({ id: Id }),
  refusals: ['not_found', 'mail_not_sendable', 'too_many'],
})

export const Suppression = z.object({
  address: z.string(),
  reason: z.enum(['bounce', 'operator']),
  at: z.iso.datetime(),
})
export type Suppression = z.infer<typeof Suppression>

export const listSuppressions = defineEndpoint({
  name: 'listSuppressions',
  summary: 'Addresses that get no mail, newest first, at most 200. They are the same for every site.',
  method: 'GET',
  path: 'v2/mcn/desk/mail/suppressions',
  access: 'suppressions.read',
  query: z.object({ search: searchParam() }),
  output: z.object({ suppressions: z.array(Suppression), total: z.int() }),
})

export const setSuppression = defineEndpoint({
  name: 'setSuppression',
  summary:
    'Sends no more mail to an address, on any site, or sends mail to it again. A repetition changes nothing.',
  method: 'POST',
  path: 'v2/mcn/desk/mail/suppressions',
  access: 'suppressions.change',
  traces: ['audit'],
  body: z.object({
    address: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+$/)),
    suppressed: z.boolean(),
  }),
})
