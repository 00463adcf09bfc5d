import { getLineHeight, type Tag, type TextStyle } from './canvas.ts'
import { column, drawRule, type Flow, hairline, reserve, styles } from './flow.ts'
import type { TableBlock, TableRow } from './model.ts'

const padding = 4.5
const gap = 8
const maxCellLines = 3
const maxNoteLines = 8

interface Cell {
  x: number
  width: number
  align: 'left' | 'right'
}

/** The head is repeated on every page; rows are not divided. */
export function drawTable(flow: Flow, { columns, rows }: TableBlock): void {
  const cells = layOutCells(columns)
  const titles = columns.map(({ title }) => title)
  // Lines stand in from their group.
  const inset = rows.some(({ kind }) => kind === 'group') ? 12 : 0
  const laidOut = rows.map((row) => layOutRow(flow, row, cells, inset))
  reserve(flow, headHeight + getKeptHeight(laidOut, 0))
  const table = flow.canvas.createTag(flow.canvas.root, 'Table')
  drawHead(flow, titles, cells, flow.canvas.createTag(table, 'THead'))
  const body = flow.canvas.createTag(table, 'TBody')
  for (const [index, row] of laidOut.entries()) {
    if (reserve(flow, getKeptHeight(laidOut, index))) drawHead(flow, titles, cells)
    drawRow(flow, row, body)
  }
}

/** A group is never last on a page. */
function getKeptHeight(rows: readonly LaidOutRow[], index: number): number {
  const [row, next] = [rows[index], rows[index + 1]]
  return (row?.height ?? 0) + (row?.kind === 'group' ? (next?.height ?? 0) : 0)
}

function layOutCells(columns: TableBlock['columns']): Cell[] {
  let x = column.x
  return columns.map(({ align, share }, index) => {
    const full = share * column.width
    const cell = { x, width: full - (index === columns.length - 1 ? 0 : gap), align }
    x += full
    return cell
  })
}

const headHeight = getLineHeight(styles.small) + 2 * padding

/** A repeated head has no tag. */
function drawHead(flow: Flow, titles: readonly string[], cells: readonly Cell[], head?: Tag): void {
  const { canvas } = flow
  const row = head && canvas.createTag(head, 'TR')
  for (const [index, cell] of cells.entries()) {
    const draw = () => {
      canvas.drawText(titles[index] ?? '', { ...cell, y: flow.y + padding, style: styles.small, maxLines: 1 })
    }
    if (row) canvas.mark(canvas.createTag(row, 'TH', { scope: 'Column' }), draw)
    else canvas.markArtifact('Pagination', draw)
  }
  flow.y += headHeight
  drawRule(flow, flow.y, hairline)
}

const rowStyles: Record<TableRow['kind'], TextStyle> = {
  group: styles.strong,
  line: styles.soft,
  sum: styles.strong,
}

interface LaidOutRow {
  kind: TableRow['kind']
  height: number
  cells: readonly (Cell & { text: string; note: string })[]
}

function layOutRow(
  { canvas }: Flow,
  { kind, cells: texts, note, fallback }: TableRow,
  columns: readonly Cell[],
  inset: number,
): LaidOutRow {
  const style = rowStyles[kind]
  const cells = columns.map((cell, index) => {
    const text = texts[index] ?? ''
    if (index > 0) return { ...cell, text, note: '' }
    const left = kind === 'line' ? inset : 0
    const notes = [canvas.canWrite(text, style.weight) ? undefined : fallback, note]
    return {
      ...cell,
      x: cell.x + left,
      width: cell.width - left,
      text,
      note: notes.filter((one) => one).join(' · '),
    }
  })
  const heights = cells.map(({ width, text, note: below }) => {
    const lines = canvas.wrap(text, { width, style, maxLines: maxCellLines }).length
    const noteLines =
      below === '' ? 0 : canvas.wrap(below, { width, style: styles.small, maxLines: maxNoteLines }).length
    return lines * getLineHeight(style) + noteLines * getLineHeight(styles.small)
  })
  return { kind, height: Math.max(...heights) + 2 * padding, cells }
}

function drawRow(flow: Flow, { kind, height, cells }: LaidOutRow, body: Tag): void {
  const { canvas } = flow
  const style = rowStyles[kind]
  if (kind !== 'line') drawRule(flow, flow.y, hairline)
  const row = canvas.createTag(body, 'TR')
  for (const [index, { text, note, ...cell }] of cells.entries()) {
    const actual = canvas.getActualText(text, style.weight)
    const tag = canvas.createTag(
      row,
      index === 0 ? 'TH' : 'TD',
      index === 0 ? { scope: 'Row', actual } : { actual },
    )
    const y = flow.y + padding
    canvas.mark(tag, () => {
      const used = canvas.drawText(text, { ...cell, y, style, maxLines: maxCellLines })
      if (note !== '')
        canvas.drawText(note, { ...cell, y: y + used, style: styles.small, maxLines: maxNoteLines })
    })
  }
  flow.y += height
}
