import type { AlertKind } from '#contract/operations/operator-alerts.ts'
import type { Locale } from '#contract/platform/locale.ts'
import enAlerts from '#locales/en/operations/operator-alerts.json' with { type: 'json' }
import koAlerts from '#locales/ko/operations/operator-alerts.json' with { type: 'json' }
import zhCnAlerts from '#locales/zh-CN/operations/operator-alerts.json' with { type: 'json' }
import zhTwAlerts from '#locales/zh-TW/operations/operator-alerts.json' with { type: 'json' }
import { en } from './templates/en.ts'
import { ko } from './templates/ko.ts'
import type { MailTexts } from './templates/types.ts'
import { zhCn } from './templates/zh-cn.ts'
import { zhTw } from './templates/zh-tw.ts'

export const mailTexts: Readonly<Record<Locale, MailTexts>> = { ko, en, 'zh-CN': zhCn, 'zh-TW': zhTw }

/** Mails and the operator's screen share these texts. */
export const alertTexts: Readonly<Record<Locale, Record<AlertKind, { title: string }>>> = {
  ko: koAlerts.kinds,
  en: enAlerts.kinds,
  'zh-CN': zhCnAlerts.kinds,
  'zh-TW': zhTwAlerts.kinds,
}
