import type { ChannelDailyValues, ChannelSeries } from '#contract/reports/channel-report.ts'
import { getProfit } from '#contract/reports/reports.ts'
import { getPaletteColor } from '#islands/kit/charts/palette.ts'
import type { ChartSeries } from '#islands/kit/charts/series.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { otherKeys } from './filter.ts'
import type { ChannelSelection } from './selection.ts'

export type SeriesFigure = 'views' | 'profit'

type Report = NonNullable<ChannelSeries['report']>

export function getChannelColor(
  channelId: string,
  selected: ChannelSelection,
  seriesChannels: readonly { channelId: string }[],
) {
  const slot = selected.indexOf(channelId)
  const at = slot >= 0 ? slot : seriesChannels.findIndex((one) => one.channelId === channelId)
  return at < 0 ? undefined : getPaletteColor(at)
}

export function createChannelLines(report: Report, selected: ChannelSelection, figure: SeriesFigure) {
  const { channels, other, days, range } = report
  const shared = { days }
  const lines: ChartSeries[] = channels.map(({ channelId, name, ...values }) => ({
    ...shared,
    key: channelId,
    label: name,
    color: getChannelColor(channelId, selected, channels) ?? '',
    values: readFigure(values, figure),
  }))
  if (selected.length > 0 || hasFigures(other))
    lines.push({ ...shared, ...createOtherLine(selected, readFigure(other, figure)) })
  const [first, ...rest] = lines
  return first ? [{ ...first, range: formatDayRange(range.from, range.to, locale()) }, ...rest] : []
}

const createOtherLine = (selected: ChannelSelection, values: ChannelDailyValues['views']) => ({
  key: selected.length > 0 ? otherKeys.chosen : otherKeys.unasked,
  label: t('channel-report:chart.other'),
  color: 'var(--line-strong)',
  values,
  muted: true,
})

const readFigure = (values: ChannelDailyValues, figure: SeriesFigure) =>
  figure === 'profit' ? getProfit(values) : values.views

const hasFigures = (values: ChannelDailyValues) =>
  values.views.some(Boolean) || getProfit(values).some(Boolean)
