import type { AccountSession } from '#contract/account.ts'
import { t } from '#lib/i18n/strings.ts'

export function describeDevice({ browser, system }: Pick<AccountSession, 'browser' | 'system'>): string {
  if (browser && system) return t('account:sessions.device', { browser, system })
  return browser ?? system ?? t('account:sessions.unknown')
}
