import { type Locale, localizePath } from '#contract/platform/locale.ts'
import type { StaffRole } from '#contract/platform/roles.ts'
import { formatMonth } from '#lib/format/day.ts'
import { formatMoney } from '#lib/format/number.ts'
import { localeTimeZones } from '#server/platform/localized-text.ts'
import { createTranslator, translate } from '#server/platform/texts.ts'
import { joinContact, type SiteContact } from './contact.ts'
import type { MailData, TemplateKind } from './mail-data.ts'

// Values for the texts of a mail. Strangers choose names: of channels, of people who join.

const maxValueLength = 120

/** One line without control and bidi characters, which could forge headers or reorder what stands around it. */
export const toPlainValue = (text: string): string =>
  [...text.toWellFormed().replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')]
    .filter((character) => character === '\u200d' || !/\p{Cf}/u.test(character))
    .slice(0, maxValueLength)
    .join('')
    .trim()

/** Mail programs turn anything like an address into a link: an invisible word joiner keeps a name from becoming one. */
export const toUnlinkedValue = (text: string): string =>
  text.replace(/(?<=[\p{L}\p{N}])[.:@](?=[\p{L}\p{N}/])/gu, '$&\u2060')

export type MailValues = Readonly<Record<string, string>>

interface NamedSite {
  name: string
  contact?: SiteContact | null
}

export function createValues(data: MailData, locale: Locale, { name, contact }: NamedSite): MailValues {
  const t = createTranslator(locale)
  const values: Record<string, string> = {
    site: toPlainValue(name),
    help: describeHelp(contact, locale),
  }
  for (const key of ['network', 'nickname', 'channel', 'owner', 'provider', 'reason'] as const) {
    if (key in data) values[key] = toPlainValue(String(data[key as keyof MailData]))
  }
  if ('day' in data && data.day !== undefined) values.day = formatDay(data.day, locale)
  if ('count' in data && data.count !== undefined) values.count = String(data.count)
  if ('reference' in data) values.reference = toPlainValue(data.reference)
  if ('amount' in data) values.amount = formatMoney(data.amount, data.currency, locale)
  if ('month' in data) {
    values.month = formatMonth(data.month, locale)
    const paid = data.amount > 0 ? 'payable' : 'carriedOver'
    const outcome = 'needsDetails' in data && data.needsDetails ? 'detailsRequired' : paid
    values.outcome = t(`mails:statementOutcomes.${outcome}`, values)
  }
  if ('roles' in data && data.roles) values.roles = listRoles(data.roles, locale)
  if ('link' in data && 'network' in data)
    values.invitation = t(`mails:invitations.${data.roles ? 'staff' : 'member'}`, values)
  if ('roles' in data && !('link' in data))
    values.decision = t(`mails:roleChanges.${data.roles.length > 0 ? 'given' : 'taken'}`, values)
  if ('reading' in data) values.reading = t(`mails:payeeReadings.${data.reading}`)
  if ('change' in data) values.change = t(`mails:secondFactorChanges.${data.change}`, values)
  if ('alert' in data) {
    values.alert = t(`operator-alerts:kinds.${data.alert}.title`, {
      ...values,
      ...(data.count !== undefined && { count: data.count }),
    })
    values.advice = t(`mails:alertAdvice.${data.alert}`, values)
  }
  if ('at' in data) values.at = formatTime(data.at, locale)
  if ('time' in data) {
    values.time = formatTime(data.time, locale)
    values.browser = toPlainValue(data.browser ?? '') || t('common:unknown')
    values.system = toPlainValue(data.system ?? '') || t('common:unknown')
  }
  return values
}

const listRoles = (roles: readonly StaffRole[], locale: Locale) =>
  new Intl.ListFormat(locale).format(roles.map((role) => translate(`roles:names.${role}`, locale)))

function describeHelp(siteContact: SiteContact | null | undefined, locale: Locale): string {
  const t = createTranslator(locale)
  const contact = joinContact(siteContact, toPlainValue, locale)
  return contact === '' ? t('mails:common.help.noContact') : t('mails:common.help.contact', { contact })
}

const formatDay = (day: string, locale: Locale) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

function formatTime(time: string, locale: Locale): string {
  const timeZone = localeTimeZones[locale]
  const formatted = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone })
  return translate('common:phrase.note', locale, {
    text: formatted.format(new Date(time)),
    note: translate('mails:common.timeZoneName', locale),
  })
}

const pages: Partial<Record<TemplateKind, string>> = {
  'password-changed': '/login',
  'new-device': '/config-account',
  'password-guessed': '/config-account',
  'password-known': '/forgot-password',
  'second-factor-changed': '/config-account',
  'provider-linked': '/config-account',
  'provider-unlinked': '/config-account',
  'join-request': '/manage-member',
  'payee-changed': '/config-account',
  'payee-waiting': '/manage-member',
  'payee-rejected': '/config-account',
  'payee-confirmed': '/statements',
  'payee-read': '/config-account',
  'payment-requested': '/payments',
  'manual-entry': '/statements',
  'join-approved': '/dashboard',
  'roles-changed': '/dashboard',
  'channel-reminder': '/manage-channel',
  'channel-expired': '/manage-channel',
  'channel-claimed': '/manage-channel',
  'channel-released': '/manage-channel',
  'channel-approved': '/manage-channel',
  'channel-held': '/manage-channel',
  'channel-rejected': '/manage-channel',
}

interface LinkContext {
  origin: string
  locale: Locale
  /** Of the email link. */
  token?: string | undefined
}

/** The token of an email link is in the fragment: browsers send it to no server. */
export const createEmailLinkUrl = (token: string, { origin, locale }: LinkContext): string =>
  `${origin}${localizePath('/email-link', locale)}#${encodeURIComponent(token)}`

/** Target of the button. */
export function createLink(kind: TemplateKind, data: MailData, context: LinkContext): string | undefined {
  const { origin, locale, token } = context
  if ('link' in data) return token && createEmailLinkUrl(token, context)
  if ('question' in data) return `${origin}${localizePath('/questions', locale)}?question=${data.question}`
  const page = 'id' in data ? `/statements/${data.id}` : pages[kind]
  return page && origin + localizePath(page, locale)
}
