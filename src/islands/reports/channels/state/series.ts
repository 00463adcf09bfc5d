import type { ChannelDailyValues, ChannelSeries } from '#contract/reports/channel-report.ts'
import { getProfit } from '#contract/reports/reports.ts'
import { getPaletteColor } from '#islands/kit/charts/palette.ts'
import type { ChartSeries } from '#islands/kit/charts/series.ts'
import { t } from '#lib/i18n/strings.ts'
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
  const { channels, other, days } = report
  const shared = { days }
  const lines: ChartSeries[] = channels.map(({ channelId, name, ...values }) => ({
    ...shared,
    key: channelId,
    label: name,
    color: getChannelColor(channelId, selected, channels) ?? '',
    values: readFigure(values, figure),
  }))
  if (selected.length > 0 || hasFigures(other)) {
    const line: ChartSeries = { ...shared, ...createOtherLine(selected, readFigure(other, figure)) }
    lines.push({ ...line, startsHidden: selected.length === 0 && lines.length > 0 && towers(line, lines) })
  }
  return lines
}

/** Far above the channels, the sum of all others would leave no height for them: the legend shows it. */
const towers = (other: ChartSeries, channels: readonly ChartSeries[]) =>
  findHighest(other) > maxOtherHeight * Math.max(...channels.map(findHighest))

const maxOtherHeight = 3

const findHighest = ({ values }: ChartSeries) => Math.max(0, ...values.map((value) => value ?? 0))

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
