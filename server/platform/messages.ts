import type { ChannelState } from '#contract/channels/channel-states.ts'
import en from '#contract/messages/en.json' with { type: 'json' }
import ko from '#contract/messages/ko.json' with { type: 'json' }
import zhCN from '#contract/messages/zh-CN.json' with { type: 'json' }
import zhTW from '#contract/messages/zh-TW.json' with { type: 'json' }
import type { FieldCode, RefusalCode } from '#contract/platform/errors.ts'
import type { Locale } from '#contract/platform/locale.ts'
import type { Currency } from '#contract/platform/params.ts'
import type { PaymentGroup } from '#contract/settlement/closing-obstacles.ts'
import type { JournalAccount, MovementKind } from '#contract/settlement/movements.ts'
import type { ManualKind } from '#contract/settlement/statement-detail.ts'
import type { MonthSource, StatementState } from '#contract/settlement/statements.ts'
import enChannels from '#locales/en/channels/channels.json' with { type: 'json' }
import enSettlement from '#locales/en/settlement/settlement.json' with { type: 'json' }
import koChannels from '#locales/ko/channels/channels.json' with { type: 'json' }
import koSettlement from '#locales/ko/settlement/settlement.json' with { type: 'json' }
import zhCNChannels from '#locales/zh-CN/channels/channels.json' with { type: 'json' }
import zhCNSettlement from '#locales/zh-CN/settlement/settlement.json' with { type: 'json' }
import zhTWChannels from '#locales/zh-TW/channels/channels.json' with { type: 'json' }
import zhTWSettlement from '#locales/zh-TW/settlement/settlement.json' with { type: 'json' }

const messages = { ko, en, 'zh-CN': zhCN, 'zh-TW': zhTW }
/** Words of the site's own texts. */
const channels = { ko: koChannels, en: enChannels, 'zh-CN': zhCNChannels, 'zh-TW': zhTWChannels }
const settlement = { ko: koSettlement, en: enSettlement, 'zh-CN': zhCNSettlement, 'zh-TW': zhTWSettlement }

export const getSuccessMessage = (locale: Locale): string => messages[locale].ok
export const getRefusalMessage = (code: RefusalCode, locale: Locale): string =>
  messages[locale].refusals[code]
export const getFieldMessage = (code: FieldCode, locale: Locale): string => messages[locale].fields[code]

export type ColumnName = keyof typeof ko.files.columns

export const getColumnTitle = (name: ColumnName, currency: Currency, locale: Locale): string =>
  messages[locale].files.columns[name].replace('{unit}', messages[locale].files.units[currency])

export type FileName = keyof typeof ko.files.names

export const getFileName = (name: FileName, locale: Locale): string => messages[locale].files.names[name]

export const getStateName = (state: ChannelState, locale: Locale): string => channels[locale].state[state]

export const getEntryKindName = (kind: MovementKind, locale: Locale): string =>
  messages[locale].files.entryKinds[kind]

/** In the language of the site: the reason stays with the entry. */
export const getForfeitReason = (deleted: 'account' | 'channel', locale: Locale): string =>
  messages[locale].files.forfeitReasons[deleted]

export const getJournalAccountName = (account: JournalAccount, locale: Locale): string =>
  messages[locale].files.journalAccounts[account]

export const getStatementStateName = (state: StatementState, locale: Locale): string =>
  settlement[locale].states[state]

export const getManualKindName = (kind: ManualKind, locale: Locale): string =>
  settlement[locale].manualKinds[kind]

/** Lines of a payment summary are named like the files that correspond to them. */
export const getSourceName = (source: MonthSource | PaymentGroup | 'rounding', locale: Locale): string =>
  settlement[locale].sources[source]

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
