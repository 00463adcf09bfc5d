import type { ChannelDays, ChannelSeries } from '#contract/channel-report.ts'
import { formatDayRange } from '#lib/format-day.ts'
import { locale, t } from '#lib/strings.ts'
import type { ChartSeries } from '#shared/chart-data.ts'
import type { Chosen } from './chosen.ts'
import { otherKeys } from './filter.ts'

export type Figure = keyof ChannelDays

type Report = NonNullable<ChannelSeries['report']>

/** The colour of a channel in charts: by its place among the chosen, else by its place in the reply. */
export function channelColor(channelId: string, chosen: Chosen, shown: readonly { channelId: string }[]) {
  const place = chosen.indexOf(channelId)
  const at = place >= 0 ? place : shown.findIndex((one) => one.channelId === channelId)
  return at < 0 ? undefined : `var(--chart-${at + 1})`
}

/** A line for each channel in the reply, and one for all others where they have anything. */
export function channelLines(report: Report, chosen: Chosen, figure: Figure) {
  const { channels, other, days, range } = report
  const shared = { days }
  const lines: ChartSeries[] = channels.map(({ channelId, name, ...values }) => ({
    ...shared,
    key: channelId,
    label: name,
    color: channelColor(channelId, chosen, channels) ?? '',
    values: values[figure],
  }))
  if (chosen.length > 0 || hasFigures(other)) lines.push({ ...shared, ...otherLine(chosen, other[figure]) })
  const [first, ...rest] = lines
  return first ? [{ ...first, range: formatDayRange(range.from, range.to, locale()) }, ...rest] : []
}

const otherLine = (chosen: Chosen, values: ChannelDays[Figure]) => ({
  key: chosen.length > 0 ? otherKeys.chosen : otherKeys.unasked,
  label: t('channel-report:chart.other'),
  color: 'var(--line-strong)',
  values,
  muted: true,
})

const hasFigures = ({ views, profit }: ChannelDays) => views.some(Boolean) || profit.some(Boolean)
