import { reviewHours } from '#contract/channels/channel-states.ts'
import { formatDuration } from '#lib/format/moment.ts'
import { locale } from '#lib/i18n/strings.ts'

const hourMs = 3_600_000

export const formatWait = (since: string, now = Date.now()): string =>
  formatDuration(now - Date.parse(since), locale())

/** Limits that are near or passed have a color. */
export function getWaitTone(since: string, now = Date.now()): 'bad' | 'warn' | undefined {
  const hours = (now - Date.parse(since)) / hourMs
  if (hours >= reviewHours.limit) return 'bad'
  return hours >= reviewHours.nearly ? 'warn' : undefined
}
