import * as z from 'zod/mini'
import { alertKinds } from '#contract/operations/operator-alerts.ts'
import { currencies } from '#contract/platform/currency.ts'
import { staffRoles } from '#contract/platform/roles.ts'

/** The id of an email link. Its token is made when the mail leaves: `mail-tokens.ts`. */
const Link = z.object({ link: z.int() })
const Channel = z.object({ channel: z.string() })
/** In `amountUnits` of the currency. */
const Money = z.object({ amount: z.int(), currency: z.enum(currencies) })
const StaffRoles = z.array(z.enum(staffRoles))
/** The statement and what it pays. */
const Statement = z.extend(Money, { id: z.int(), month: z.string() })

/** The template of each kind of mail needs these values, none of which is a secret: they wait in the outbox. */
export const mailData = {
  'confirm-email': Link,
  /** `roles`: of somebody who will run the network. */
  invitation: z.extend(Link, { network: z.string(), roles: z.optional(StaffRoles) }),
  'reset-password': Link,
  'change-email': Link,
  /** A right password from a new device, while others try passwords of the account. */
  'sign-in-link': Link,
  /** Goes to the old address. */
  'email-changed': z.object({}),
  'password-changed': z.object({}),
  /** Strangers have tried many passwords today. */
  'password-guessed': z.object({}),
  /** Wrong second factors after the right password. */
  'password-known': z.object({}),
  'new-device': z.object({
    browser: z.nullable(z.string()),
    system: z.nullable(z.string()),
    time: z.string(),
  }),
  'second-factor-changed': z.object({
    change: z.enum([
      'totp-added',
      'totp-removed',
      'passkey-added',
      'passkey-removed',
      'codes-renewed',
      'code-used',
      'reset',
    ]),
  }),
  /** `provider`: the name of a sign-in provider. */
  'provider-linked': z.object({ provider: z.string() }),
  'provider-unlinked': z.object({ provider: z.string() }),
  /** Goes to the manager. */
  'join-request': z.object({ nickname: z.string() }),
  'join-approved': z.object({}),
  /** Goes to the person. Without roles: somebody who no longer runs the network. */
  'roles-changed': z.object({ network: z.string(), roles: StaffRoles }),
  /** `day`: when the registration expires. */
  'channel-reminder': z.extend(Channel, { day: z.string() }),
  'channel-expired': Channel,
  /** Another account has verified the channel. */
  'channel-claimed': Channel,
  'channel-released': Channel,
  /** The operator has decided about it. `reason`: in the recipient’s language. */
  'channel-approved': Channel,
  'channel-held': z.extend(Channel, { reason: z.string() }),
  'channel-rejected': z.extend(Channel, { reason: z.string() }),
  /** A month was closed. An amount of 0: the balance is carried over, or waits for a payout account. */
  statement: z.extend(Statement, { needsDetails: z.boolean() }),
  /** `day`: of the payment. */
  'statement-paid': z.extend(Statement, { day: z.string(), reference: z.string() }),
  /** A payment came back. */
  'statement-returned': z.extend(Statement, { day: z.string(), reason: z.string() }),
  /** The record of a payment was wrong and has been withdrawn; a right one may follow. */
  'statement-mistake': z.extend(Statement, { day: z.string(), reason: z.string() }),
  /** Goes to the manager: somebody wants to be paid between closings. */
  'payment-requested': z.extend(Money, { nickname: z.string() }),
  /** The network has booked an amount by hand, which may be negative. */
  'manual-entry': z.extend(Money, { reason: z.string() }),
  /** Goes to the manager: a member asks about a figure. `question`: its id. */
  'question-asked': z.object({ question: z.int(), nickname: z.string() }),
  /** Goes to the person who asked. */
  'question-answered': z.object({ question: z.int() }),
  /** Goes to the account whose payout account has changed. */
  'payee-changed': z.object({}),
  /** Goes to the manager who confirms them. */
  'payee-waiting': z.object({ nickname: z.string() }),
  'payee-rejected': z.object({ reason: z.string() }),
  'payee-confirmed': z.object({}),
  /** A manager has seen a whole number. `nickname`: the manager's. */
  'payee-read': z.object({ reading: z.enum(['account', 'tax-id']), nickname: z.string() }),
  /** Somebody has looked at the portal as this person. `network`: theirs, or the site. `at`: when it began. */
  'portal-viewed': z.object({ network: z.string(), at: z.string() }),
  /** Goes to a business. `amount`: the supply amount. */
  'invoice-requested': Statement,
  /** Goes to operators of everything or of the `owner`: a content owner, in letters that make no address. */
  'operator-alert': z.object({
    alert: z.enum(alertKinds),
    owner: z.string().check(z.regex(/^[\w. -]{1,100}$/)),
    day: z.optional(z.string()),
    count: z.optional(z.int()),
  }),
} as const

export type MailKind = keyof typeof mailData
/** `test`: the operator tries the settings. */
export type TemplateKind = MailKind | 'test'

type KindData = { [Kind in MailKind]: z.output<(typeof mailData)[Kind]> }
export type MailData = KindData[MailKind]

export const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(mailData, kind)

/** Mail about security and registrations always leaves. */
export const isUnsubscribable = (kind: string): boolean =>
  kind === 'channel-reminder' || kind === 'statement' || kind === 'statement-paid'
