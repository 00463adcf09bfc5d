import type { Locale } from '#contract/platform/locale.ts'
import { en } from './en.ts'
import { ko } from './ko.ts'
import type { StatementTexts } from './types.ts'
import { zhCn } from './zh-cn.ts'
import { zhTw } from './zh-tw.ts'

export const statementTexts: Readonly<Record<Locale, StatementTexts>> = {
  ko,
  en,
  'zh-CN': zhCn,
  'zh-TW': zhTw,
}
