import { HiddenTable } from '#islands/kit/tables/HiddenTable.tsx'
import { formatRange } from '#lib/format/range.ts'
import { addNote, listFacts } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import type { ChartFormat, ChartMark, ChartSeries } from './series.ts'

interface TrendTableProps {
  caption: string
  dayLabel: string
  series: readonly ChartSeries[]
  format: ChartFormat
  marks: readonly ChartMark[]
}

export function TrendTable({ caption, dayLabel, series, format, marks }: TrendTableProps) {
  const hasMarks = marks.length > 0
  return (
    <HiddenTable
      caption={caption}
      heads={[
        dayLabel,
        ...series.map(({ label }) => label),
        ...(hasMarks ? [t('reports:events.title')] : []),
      ]}
      rows={(series[0]?.days ?? []).map((day, at) => [
        format.day(day),
        ...series.map((one) => formatCell(one, at, day, format)),
        ...(hasMarks ? [formatMarks(marks, day)] : []),
      ])}
    />
  )
}

const formatMarks = (marks: readonly ChartMark[], day: string) =>
  listFacts(marks.filter((mark) => mark.day === day).map(({ text }) => text))

function formatCell(
  { days, values, band }: ChartSeries,
  at: number,
  rowDay: string,
  format: ChartFormat,
): string {
  const value = values[at]
  if (band) return formatForecast(band, at, format)
  const day = days[at]
  if (value === undefined || value === null || day === undefined) return '–'
  return day === rowDay ? format.value(value) : addNote(format.value(value), format.day(day))
}

function formatForecast({ low, high }: NonNullable<ChartSeries['band']>, at: number, format: ChartFormat) {
  const [from = null, to = null] = [low[at], high[at]]
  return from === null || to === null || from === to
    ? '–'
    : formatRange(format.value(from), format.value(to), locale())
}
