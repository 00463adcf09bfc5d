import type { AccountSession } from '#contract/people/account.ts'
import { addNote } from '#lib/i18n/phrases.ts'
import { t } from '#lib/i18n/strings.ts'

export function describeDevice({ browser, system }: Pick<AccountSession, 'browser' | 'system'>): string {
  if (browser && system) return t('account:sessions.device', { browser, system })
  return browser ?? system ?? t('account:sessions.unknown')
}

/** Names devices by session; a number distinguishes sessions of one browser and system. */
export function nameDevices(sessions: readonly AccountSession[]): ReadonlyMap<number, string> {
  const counts = new Map<string, number>()
  return new Map(
    sessions.map((session) => {
      const device = describeDevice(session)
      const count = (counts.get(device) ?? 0) + 1
      counts.set(device, count)
      return [session.id, count === 1 ? device : addNote(device, count)]
    }),
  )
}
