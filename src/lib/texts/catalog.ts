import type { TextParams } from './translate.ts'

/** The texts of the source language by namespace, which is the name of a file in any room. */
export interface Catalog {
  account: typeof import('#locales/ko/people/account.json')
  'auth-aside': typeof import('#locales/ko/people/auth-aside.json')
  auth: typeof import('#locales/ko/people/auth.json')
  balance: typeof import('#locales/ko/settlement/balance.json')
  banks: typeof import('#locales/ko/settlement/banks.json')
  breakdown: typeof import('#locales/ko/reports/breakdown.json')
  'channel-dialogs': typeof import('#locales/ko/channels/channel-dialogs.json')
  'channel-page': typeof import('#locales/ko/reports/channel-page.json')
  'channel-report': typeof import('#locales/ko/reports/channel-report.json')
  'channel-states': typeof import('#locales/ko/channels/channel-states.json')
  'channel-tags': typeof import('#locales/ko/reports/channel-tags.json')
  'channel-timeline': typeof import('#locales/ko/channels/channel-timeline.json')
  channels: typeof import('#locales/ko/channels/channels.json')
  common: typeof import('#locales/ko/kit/common.json')
  credentials: typeof import('#locales/ko/people/credentials.json')
  'csv-upload': typeof import('#locales/ko/kit/csv-upload.json')
  csv: typeof import('#locales/ko/platform/csv.json')
  'desk-music': typeof import('#locales/ko/portal/desk-music.json')
  'desk-notices': typeof import('#locales/ko/portal/desk-notices.json')
  'desk-reports': typeof import('#locales/ko/operations/desk-reports.json')
  'desk-channel': typeof import('#locales/ko/operations/desk-channel.json')
  'desk-person': typeof import('#locales/ko/operations/desk-person.json')
  'desk-search': typeof import('#locales/ko/operations/desk-search.json')
  'desk-audit': typeof import('#locales/ko/operations/desk-audit.json')
  'desk-health': typeof import('#locales/ko/operations/desk-health.json')
  'desk-mail': typeof import('#locales/ko/operations/desk-mail.json')
  'desk-months': typeof import('#locales/ko/settlement/desk-months.json')
  'desk-review': typeof import('#locales/ko/channels/desk-review.json')
  'desk-today': typeof import('#locales/ko/operations/desk-today.json')
  desk: typeof import('#locales/ko/kit/desk.json')
  errors: typeof import('#locales/ko/kit/errors.json')
  'first-run': typeof import('#locales/ko/reports/first-run.json')
  guides: typeof import('#locales/ko/portal/guides.json')
  'home-mcn-2': typeof import('#locales/ko/portal/home-mcn-2.json')
  'home-mcn-3': typeof import('#locales/ko/portal/home-mcn-3.json')
  'home-mcn-4': typeof import('#locales/ko/portal/home-mcn-4.json')
  home: typeof import('#locales/ko/portal/home.json')
  isrc: typeof import('#locales/ko/portal/isrc.json')
  language: typeof import('#locales/ko/portal/language.json')
  'latest-day': typeof import('#locales/ko/reports/latest-day.json')
  ledger: typeof import('#locales/ko/settlement/ledger.json')
  'line-videos': typeof import('#locales/ko/settlement/line-videos.json')
  lists: typeof import('#locales/ko/kit/lists.json')
  mails: typeof import('#locales/ko/platform/mails.json')
  'member-access': typeof import('#locales/ko/people/member-access.json')
  'member-dialogs': typeof import('#locales/ko/people/member-dialogs.json')
  'member-file': typeof import('#locales/ko/people/member-file.json')
  'member-filter': typeof import('#locales/ko/people/member-filter.json')
  members: typeof import('#locales/ko/people/members.json')
  messages: typeof import('#locales/ko/platform/messages.json')
  'month-closing': typeof import('#locales/ko/settlement/month-closing.json')
  'month-dialogs': typeof import('#locales/ko/settlement/month-dialogs.json')
  'month-target': typeof import('#locales/ko/reports/month-target.json')
  months: typeof import('#locales/ko/settlement/months.json')
  musics: typeof import('#locales/ko/portal/musics.json')
  notices: typeof import('#locales/ko/portal/notices.json')
  obstacles: typeof import('#locales/ko/settlement/obstacles.json')
  'operator-alerts': typeof import('#locales/ko/operations/operator-alerts.json')
  payday: typeof import('#locales/ko/settlement/payday.json')
  payee: typeof import('#locales/ko/settlement/payee.json')
  'payment-bank': typeof import('#locales/ko/settlement/payment-bank.json')
  'payment-dialogs': typeof import('#locales/ko/settlement/payment-dialogs.json')
  payment: typeof import('#locales/ko/settlement/payment.json')
  payments: typeof import('#locales/ko/settlement/payments.json')
  payout: typeof import('#locales/ko/settlement/payout.json')
  'payout-shares': typeof import('#locales/ko/settlement/payout-shares.json')
  questions: typeof import('#locales/ko/settlement/questions.json')
  reports: typeof import('#locales/ko/reports/reports.json')
  'review-reasons': typeof import('#locales/ko/channels/review-reasons.json')
  roles: typeof import('#locales/ko/people/roles.json')
  'saved-views': typeof import('#locales/ko/kit/saved-views.json')
  screens: typeof import('#locales/ko/kit/screens.json')
  'second-factor': typeof import('#locales/ko/people/second-factor.json')
  settlement: typeof import('#locales/ko/settlement/settlement.json')
  'share-report': typeof import('#locales/ko/reports/share-report.json')
  'shared-report': typeof import('#locales/ko/portal/shared-report.json')
  'shared-reports': typeof import('#locales/ko/portal/shared-reports.json')
  shell: typeof import('#locales/ko/kit/shell.json')
  shortcuts: typeof import('#locales/ko/kit/shortcuts.json')
  staff: typeof import('#locales/ko/people/staff.json')
  'statement-document': typeof import('#locales/ko/settlement/statement-document.json')
  'sign-in-providers': typeof import('#locales/ko/people/sign-in-providers.json')
  statements: typeof import('#locales/ko/settlement/statements.json')
  track: typeof import('#locales/ko/portal/track.json')
  unsubscribe: typeof import('#locales/ko/people/unsubscribe.json')
  'video-detail': typeof import('#locales/ko/reports/video-detail.json')
  'video-page': typeof import('#locales/ko/reports/video-page.json')
  'video-report': typeof import('#locales/ko/reports/video-report.json')
  youtube: typeof import('#locales/ko/channels/youtube.json')
}

export type Namespace = keyof Catalog

/** i18next appends the plural form to a key; callers pass a count instead. */
type WithoutPluralForm<Key extends string> = Key extends `${infer Name}_${'one' | 'other'}` ? Name : Key

type Paths<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? WithoutPluralForm<Key>
    : `${Key}.${Paths<Tree[Key]>}`
}[keyof Tree & string]

/** Such as `reports:figures.views`. */
export type TextKey = { [Name in Namespace]: `${Name}:${Paths<Catalog[Name]>}` }[Namespace]

/** Translates a key of any namespace. */
export type Translate = (key: TextKey, params?: TextParams) => string

/** The keys of one namespace. */
export type KeyOf<Name extends Namespace> = Extract<TextKey, `${Name}:${string}`>

/** The keys of one namespace without its name. */
export type PathOf<Name extends Namespace> = Name extends Namespace ? Paths<Catalog[Name]> : never

/** The keys below a path, such as `reports:sort`. */
export type KeyUnder<Path extends string> = Extract<TextKey, `${Path}.${string}`>

/** What follows the path in the keys below it. */
export type NameUnder<Path extends string> =
  KeyUnder<Path> extends infer Key ? (Key extends `${Path}.${infer Name}` ? Name : never) : never
