import type { CsvCell } from '#server/platform/http/response/csv.ts'
import { formatInteger, formatMinute } from './format.ts'

/** Null is shown as a dash, and times as minutes. Numbers, and what has a text of its own, are aligned right. */
export type Cell = string | number | null | { text: string; csv?: CsvCell }

type Name<Row> = { [Key in keyof Row]: Row[Key] extends Cell ? Key : never }[keyof Row] & string

/** The name of one of the row's values, or a heading and what it shows. */
export type Column<Row> = Name<Row> | readonly [heading: string, cell: Name<Row> | ((row: Row) => Cell)]

const getHeading = <Row>(column: Column<Row>): string => (typeof column === 'string' ? column : column[0])

function getCell<Row>(row: Row, column: Column<Row>): Cell {
  const cell = typeof column === 'string' ? column : column[1]
  return typeof cell === 'function' ? cell(row) : (row[cell] as Cell)
}

export function formatTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string[] {
  const cells = columns.map((column) => rows.map((row) => getCell(row, column)))
  const isText = cells.map(
    (own, at) => at === 0 || own.every((cell) => cell === null || typeof cell === 'string'),
  )
  const texts = cells.map((own, at) => [getHeading(columns[at] as Column<Row>), ...own.map(formatCell)])
  return alignColumns(texts, isText)
}

/** Without headings. */
export const formatRow = <Row>(row: Row, columns: readonly Column<Row>[]): string =>
  columns.map((column) => formatCell(getCell(row, column))).join('  ')

/** The columns that are not text are aligned right. */
export function alignColumns(columns: readonly (readonly string[])[], isText: readonly boolean[]): string[] {
  const aligned = columns.map((texts, at) => {
    const widths = texts.map(getWidth)
    const padding = widths.map((width) => ' '.repeat(Math.max(...widths) - width))
    return texts.map((text, row) => (isText[at] ? `${text}${padding[row]}` : `${padding[row]}${text}`))
  })
  return (aligned[0] ?? []).map((_, at) =>
    aligned
      .map((texts) => texts[at])
      .join('  ')
      .trimEnd(),
  )
}

const wideCharacters =
  /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\uff01-\uff60]/gu

/** In columns of a terminal: Korean and Chinese characters take two. */
const getWidth = (text: string): number => [...text].length + (text.match(wideCharacters)?.length ?? 0)

const timestamp = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function formatCell(cell: Cell): string {
  if (cell === null) return '–'
  if (typeof cell === 'number') return formatInteger(cell)
  if (typeof cell === 'object') return cell.text
  return timestamp.test(cell) ? formatMinute(cell) : cell
}

export const toCsv = <Row>(rows: readonly Row[], columns: readonly Column<Row>[]) => ({
  columns: columns.map(getHeading),
  rows: rows.map((row) => columns.map((column) => toCsvCell(getCell(row, column)))),
})

const toCsvCell = (cell: Cell): CsvCell =>
  cell !== null && typeof cell === 'object' ? (cell.csv ?? { text: cell.text }) : cell
