import type { SharedReportSummary } from '#contract/portal/shared-reports.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'

/** Names the first channel, and counts the others. */
export function describeChannels({ channels }: Pick<SharedReportSummary, 'channels'>): string {
  const named = channels.find(({ name }) => name !== null) ?? channels[0]
  const name = named?.name ?? t('shared-reports:hidden')
  return channels.length > 1 ? t('shared-reports:channels', { name, count: channels.length - 1 }) : name
}

export const describeTime = ({ time }: Pick<SharedReportSummary, 'time'>): string =>
  time.period === 'custom' ? formatDayRange(time.from, time.to, locale()) : t(`reports:period.${time.period}`)
