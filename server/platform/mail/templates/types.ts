import type { AlertKind } from '#contract/operations/operator-alerts.ts'
import type { MailKind } from './mail-data.ts'

/** `{name}` is replaced by the site's name (`{site}`) or a value of the mail. */
export interface MailText {
  subject: string
  /** The line that inboxes show beside the subject. */
  preview: string
  title: string
  lead: string
  button?: string
  notes: readonly string[]
  /** Explains why this person gets this mail. */
  reason: string
}

export type TemplateKind = MailKind | 'test'

export interface MailTexts {
  common: {
    plainLink: string
    automatic: string
    unsubscribe: string
    browser: string
    system: string
    time: string
    unknown: string
    /** `{help}` of mail that asks people to contact somebody: with and without a contact of the site. */
    help: { contact: string; noContact: string }
    /** Names the zone of `{time}`, from `localeTimeZones`. */
    timeZoneName: string
  }
  secondFactorChanges: Record<
    | 'totp-added'
    | 'totp-removed'
    | 'passkey-added'
    | 'passkey-removed'
    | 'codes-renewed'
    | 'code-used'
    | 'reset',
    string
  >
  /** `{alert}` and `{advice}` of mail to operators. */
  /** The titles of alerts are those of the screen (`alertTexts`). */
  alertAdvice: Record<AlertKind, string>
  /** `{reading}`: what a manager has seen as a whole. */
  payeeReadings: Record<'account' | 'tax-id', string>
  /** `{outcome}` of a statement. */
  statementOutcomes: { payable: string; carriedOver: string; detailsRequired: string }
  kinds: Record<TemplateKind, MailText>
  unsubscribePage: {
    title: string
    question: string
    confirm: string
    done: string
    undo: string
    undone: string
  }
}
