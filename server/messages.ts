import type { FieldCode, RefusalCode } from '#contract/errors.ts'
import type { Locale } from '#contract/locale.ts'
import en from '#contract/messages/en.json' with { type: 'json' }
import ko from '#contract/messages/ko.json' with { type: 'json' }
import zhCN from '#contract/messages/zh-CN.json' with { type: 'json' }
import zhTW from '#contract/messages/zh-TW.json' with { type: 'json' }

const messages = { ko, en, 'zh-CN': zhCN, 'zh-TW': zhTW }

export const okMessage = (locale: Locale): string => messages[locale].ok
export const refusalMessage = (code: RefusalCode, locale: Locale): string => messages[locale].refusals[code]
export const fieldMessage = (code: FieldCode, locale: Locale): string => messages[locale].fields[code]
