import type { FieldCode, RefusalCode } from '#contract/platform/errors.ts'
import type { Locale } from '#contract/platform/locale.ts'
import type { Currency } from '#contract/platform/params.ts'
import { getCountryName as formatCountry, unknownCountry } from '#lib/format/countries.ts'
import type { NameUnder, TextKey } from '#lib/texts/catalog.ts'
import { translate } from './texts.ts'

export const getRefusalMessage = (code: RefusalCode, locale: Locale): string =>
  translate(`messages:refusals.${code}`, locale)

export const getFieldMessage = (code: FieldCode, locale: Locale): string =>
  translate(`messages:fields.${code}`, locale)

/** Headings that screens have as well. */
const sharedColumns = {
  day: 'common:day',
  title: 'youtube:titleField',
  channel: 'shell:views.channel',
  channelId: 'channels:panel.channelId',
  handle: 'youtube:handle',
  views: 'video-detail:figures.views',
  premiumViews: 'reports:figures.premiumViews',
  shorts: 'channel-report:list.shorts',
  country: 'common:country',
  member: 'lists:member',
  members: 'common:members',
  email: 'credentials:email',
  stage: 'common:status',
  tags: 'lists:tags',
  statementNumber: 'statements:statement.number',
  payeeName: 'payee:field.name',
  bank: 'payee:field.bank',
  accountNumber: 'payee:field.account',
  swift: 'payee:field.swift',
  source: 'month-closing:column.group',
  entryFeeRate: 'member-dialogs:fee.field',
  bookedAmount: 'settlement:amount',
  paidOn: 'settlement:paidOn',
  reference: 'settlement:reference',
  reason: 'payment-dialogs:entry.reason',
  auditTime: 'desk-audit:columns.auditTime',
  auditActor: 'desk-audit:columns.auditActor',
  auditActorId: 'desk-audit:columns.auditActorId',
  auditActorName: 'desk-audit:columns.auditActorName',
  auditAddress: 'desk-audit:columns.auditAddress',
  auditSite: 'desk:filters.site',
  auditNetwork: 'desk-audit:columns.auditNetwork',
  auditAction: 'desk-audit:columns.auditAction',
  auditSubject: 'desk-audit:columns.auditSubject',
  auditSubjectId: 'desk-audit:columns.auditSubjectId',
  auditSubjectName: 'desk-audit:columns.auditSubjectName',
  auditContext: 'desk-audit:columns.auditContext',
  auditChanges: 'desk-audit:columns.auditChanges',
} as const satisfies Readonly<Record<string, TextKey>>

type SharedColumn = keyof typeof sharedColumns

export type ColumnName = NameUnder<'csv:columns'> | SharedColumn

const isShared = (name: ColumnName): name is SharedColumn => name in sharedColumns

export const getColumnTitle = (name: ColumnName, currency: Currency, locale: Locale): string =>
  translate(isShared(name) ? sharedColumns[name] : `csv:columns.${name}`, locale, {
    unit: translate(`csv:units.${currency}`, locale),
  })

export type FileName = NameUnder<'csv:names'>

export const getFileName = (name: FileName, locale: Locale): string => translate(`csv:names.${name}`, locale)

/** Underscores separate the parts of a file's name, and hyphens the words of a part. */
export const toFileNamePart = (text: string): string => text.replaceAll(' ', '-')

/** As on screens. */
export const getCountryName = (code: string, locale: Locale): string =>
  code === unknownCountry ? translate('common:unknown', locale) : formatCountry(code, locale)
