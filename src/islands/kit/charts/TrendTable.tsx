import { t } from '#lib/i18n/strings.ts'
import type { ChartFormat, ChartMark, ChartSeries } from './series.ts'

interface TrendTableProps {
  caption: string
  dayLabel: string
  series: readonly ChartSeries[]
  format: ChartFormat
  marks: readonly ChartMark[]
}

export function TrendTable({ caption, dayLabel, series, format, marks }: TrendTableProps) {
  const [first] = series
  return (
    <div className="visually-hidden">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{dayLabel}</th>
            {series.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
            {marks.length > 0 && <th scope="col">{t('reports:events.title')}</th>}
          </tr>
        </thead>
        <tbody>
          {first?.days.map((day, at) => (
            <tr key={day}>
              <th scope="row">{format.day(day)}</th>
              {series.map((one) => (
                <td key={one.key}>{formatCell(one, at, day, format)}</td>
              ))}
              {marks.length > 0 && <td>{formatMarks(marks, day)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const formatMarks = (marks: readonly ChartMark[], day: string) =>
  marks
    .filter((mark) => mark.day === day)
    .map(({ text }) => text)
    .join(', ')

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
  return day === rowDay ? format.value(value) : `${format.value(value)} (${format.day(day)})`
}

function formatForecast({ low, high }: NonNullable<ChartSeries['band']>, at: number, format: ChartFormat) {
  const [from = null, to = null] = [low[at], high[at]]
  return from === null || to === null || from === to ? '–' : `${format.value(from)} – ${format.value(to)}`
}
