import type { ChannelState } from '#contract/channels/channels.ts'
import en from '#contract/messages/en.json' with { type: 'json' }
import ko from '#contract/messages/ko.json' with { type: 'json' }
import zhCN from '#contract/messages/zh-CN.json' with { type: 'json' }
import zhTW from '#contract/messages/zh-TW.json' with { type: 'json' }
import type { FieldCode, RefusalCode } from '#contract/platform/errors.ts'
import type { Locale } from '#contract/platform/locale.ts'
import type { Currency } from '#contract/platform/params.ts'
import type { PaymentGroup } from '#contract/settlement/months.ts'
import type { MonthSource, MovementKind, StatementState } from '#contract/settlement/statements.ts'

const messages = { ko, en, 'zh-CN': zhCN, 'zh-TW': zhTW }

export const getSuccessMessage = (locale: Locale): string => messages[locale].ok
export const getRefusalMessage = (code: RefusalCode, locale: Locale): string =>
  messages[locale].refusals[code]
export const getFieldMessage = (code: FieldCode, locale: Locale): string => messages[locale].fields[code]

export type ColumnName = keyof typeof ko.files.columns

export const getColumnTitle = (name: ColumnName, currency: Currency, locale: Locale): string =>
  messages[locale].files.columns[name].replace('{unit}', messages[locale].files.units[currency])

export type FileName = keyof typeof ko.files.names

export const getFileName = (name: FileName, locale: Locale): string => messages[locale].files.names[name]

export const getStateName = (state: ChannelState, locale: Locale): string =>
  messages[locale].files.states[state]

export const getEntryKindName = (kind: MovementKind, locale: Locale): string =>
  messages[locale].files.entryKinds[kind]

export const getStatementStateName = (state: StatementState, locale: Locale): string =>
  messages[locale].files.statementStates[state]

export const getSourceName = (source: MonthSource, locale: Locale): string =>
  messages[locale].files.sources[source]

export const getPaymentGroupName = (group: PaymentGroup, locale: Locale): string =>
  messages[locale].files.paymentGroups[group]

export type ObstacleText = keyof typeof ko.obstacles

/** `{name}` stands for the parameter of that name. */
export const getObstacleText = (
  name: ObstacleText,
  params: Readonly<Record<string, string>>,
  locale: Locale,
): string => messages[locale].obstacles[name].replace(/\{(\w+)\}/g, (_, param) => params[param] ?? '')

export function getCountryName(code: string, locale: Locale): string {
  if (code === 'ZZ') return messages[locale].files.unknownCountry
  return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code
}
