import type { Locale } from '#contract/platform/locale.ts'
import { en } from './templates/en.ts'
import { ko } from './templates/ko.ts'
import type { MailTexts } from './templates/types.ts'
import { zhCn } from './templates/zh-cn.ts'
import { zhTw } from './templates/zh-tw.ts'

export const mailTexts: Readonly<Record<Locale, MailTexts>> = { ko, en, 'zh-CN': zhCn, 'zh-TW': zhTw }
