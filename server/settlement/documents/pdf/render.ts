import { Canvas, getLineHeight, type TextStyle } from './canvas.ts'
import { column, drawRule, type Flow, footerTop, hairline, reserve, startFlow, styles } from './flow.ts'
import { loadTypeface, type StyledText } from './fonts.ts'
import type {
  AnswerBlock,
  Block,
  DocumentHead,
  DocumentModel,
  FactsBlock,
  HeadingBlock,
  NotesBlock,
  TitleBlock,
} from './model.ts'
import { drawTable } from './table.ts'
import { drawWaterfall } from './waterfall.ts'

/** A tagged PDF with embedded subsets of its fonts; the same model has the same bytes. */
export async function renderDocument(model: DocumentModel): Promise<Buffer> {
  const canvas = new Canvas(model, await loadTypeface(collectTexts(model), model.locale))
  const flow = startFlow(canvas, model.brand)
  drawDocumentHead(flow, model.head)
  for (const [index, block] of model.blocks.entries()) drawBlock(flow, block, model.blocks[index + 1])
  drawFooters(flow, model.footer)
  return canvas.finish()
}

const digits = '0123456789…'

/** Regular text may be anything, bold text is less: both are needed, because fonts are loaded for what they write. */
function collectTexts({ head, blocks, footer }: DocumentModel): StyledText[] {
  const all = JSON.stringify([{ ...head, logo: null }, blocks, footer.text, footer.formatPage(1, 1), digits])
  return [
    { text: all, weight: 400 },
    { text: JSON.stringify([head.name, digits, ...blocks.map(listBoldTexts)]), weight: 700 },
  ]
}

function listBoldTexts(block: Block): unknown {
  switch (block.kind) {
    case 'title':
    case 'heading':
      return block.text
    case 'answer':
      return [block.value, block.state]
    case 'waterfall':
      return block.steps.filter(({ tone }) => tone === 'total')
    case 'table':
      return block.rows.filter(({ kind }) => kind !== 'line')
    default:
      return ''
  }
}

const logoSize = { width: 180, height: 34 }

function drawDocumentHead(flow: Flow, { logo, name, sender }: DocumentHead): void {
  const { canvas } = flow
  const { y } = flow
  const box = { x: column.x, y, width: column.width / 2 }
  if (logo) {
    const tag = canvas.createTag(canvas.root, 'Figure', {
      alt: logo.alt,
      bbox: [column.x, y, column.x + logoSize.width, y + logoSize.height],
    })
    canvas.mark(tag, () => canvas.drawImage(logo.png, { x: column.x, y, ...logoSize }))
    flow.y += logoSize.height
  } else flow.y += drawParagraph(flow, name, { ...box, style: styles.name, maxLines: 2 })
  let senderY = y
  for (const text of sender)
    senderY += drawParagraph(flow, text, {
      x: column.x + column.width / 2,
      y: senderY,
      width: column.width / 2,
      style: styles.small,
      align: 'right',
      maxLines: 2,
    })
  flow.y = Math.max(flow.y, senderY) + 26
}

interface ParagraphBox {
  x: number
  y: number
  width: number
  style: TextStyle
  align?: 'left' | 'right'
  maxLines?: number
}

function drawParagraph({ canvas }: Flow, text: string, box: ParagraphBox, type = 'P'): number {
  let height = 0
  canvas.mark(canvas.createTag(canvas.root, type), () => {
    height = canvas.drawText(text, box)
  })
  return height
}

function drawBlock(flow: Flow, block: Block, next: Block | undefined): void {
  switch (block.kind) {
    case 'title':
      drawTitle(flow, block)
      break
    case 'heading':
      drawHeading(flow, block, next)
      break
    case 'facts':
      drawFacts(flow, block)
      break
    case 'answer':
      drawAnswer(flow, block)
      break
    case 'waterfall':
      drawWaterfall(flow, block)
      break
    case 'table':
      drawTable(flow, block)
      break
    case 'notes':
      drawNotes(flow, block)
      break
  }
}

function drawTitle(flow: Flow, { text }: TitleBlock): void {
  const box = { x: column.x, y: flow.y, width: column.width, style: styles.title }
  flow.y += drawParagraph(flow, text, box, 'H1') + 12
}

const headingGap = 5
const minAfterHeading = 70

/** Notes stay on the page of their heading: none is left for a page of its own. */
function drawHeading(flow: Flow, { text }: HeadingBlock, next: Block | undefined): void {
  flow.y += 22
  const after = next?.kind === 'notes' ? measureNotes(flow, next) : minAfterHeading
  reserve(flow, getLineHeight(styles.heading) + headingGap + after)
  const box = { x: column.x, y: flow.y, width: column.width, style: styles.heading }
  flow.y += drawParagraph(flow, text, box, 'H2') + headingGap
}

const factColumns = 3

function drawFacts(flow: Flow, { facts }: FactsBlock): void {
  const { canvas } = flow
  const list = canvas.createTag(canvas.root, 'L')
  const width = column.width / factColumns - 10
  for (let start = 0; start < facts.length; start += factColumns) {
    const heights = facts.slice(start, start + factColumns).map(({ name, value }, index) => {
      const x = column.x + index * (column.width / factColumns)
      const item = canvas.createTag(list, 'LI')
      const nameHeight = getLineHeight(styles.small)
      canvas.mark(canvas.createTag(item, 'Lbl'), () =>
        canvas.drawText(name, { x, y: flow.y, width, style: styles.small, maxLines: 1 }),
      )
      let valueHeight = 0
      canvas.mark(canvas.createTag(item, 'LBody'), () => {
        valueHeight = canvas.drawText(value, {
          x,
          y: flow.y + nameHeight,
          width,
          style: styles.body,
          maxLines: 2,
        })
      })
      return nameHeight + valueHeight
    })
    flow.y += Math.max(...heights) + 8
  }
  flow.y += 6
}

const answerPadding = 16

function drawAnswer(flow: Flow, { label, value, state, note }: AnswerBlock): void {
  const { canvas, palette } = flow
  const x = column.x + answerPadding
  const width = column.width - 2 * answerPadding
  const stateStyle = { ...styles.state, color: palette.primaryInk }
  const valueStyle = fitStyle(canvas, value, { ...styles.answer, color: palette.primaryInk }, width)
  const noteLines = canvas.wrap(note, { width, style: styles.soft }).length
  const height =
    2 * answerPadding +
    getLineHeight(stateStyle) +
    getLineHeight(valueStyle) +
    noteLines * getLineHeight(styles.soft) -
    4
  reserve(flow, height)
  let y = flow.y + answerPadding - 4
  canvas.markArtifact('Layout', () =>
    canvas.fill({ x: column.x, y: flow.y, width: column.width, height }, palette.tint, 7),
  )
  drawParagraph(flow, label, { x, y: y + 2, width: width / 2, style: styles.soft })
  drawParagraph(flow, state, { x: x + width / 2, y, width: width / 2, style: stateStyle, align: 'right' })
  y += getLineHeight(stateStyle)
  y += drawParagraph(flow, value, { x, y, width, style: valueStyle })
  drawParagraph(flow, note, { x, y: y + 2, width, style: styles.soft })
  flow.y += height
}

/** Shrinks the text to fit on one line. */
function fitStyle(canvas: Canvas, text: string, style: TextStyle, width: number): TextStyle {
  const needed = canvas.measure(text, style)
  return needed <= width ? style : { ...style, size: Math.floor((style.size * width) / needed) }
}

const noteBox = { x: column.x, width: column.width, style: styles.small }
const noteGap = 3

const measureNote = ({ canvas }: Flow, text: string) =>
  canvas.wrap(text, noteBox).length * getLineHeight(noteBox.style)

const measureNotes = (flow: Flow, { texts }: NotesBlock) =>
  texts.reduce((height, text) => height + measureNote(flow, text) + noteGap, 0)

function drawNotes(flow: Flow, { texts }: NotesBlock): void {
  for (const text of texts) {
    reserve(flow, measureNote(flow, text))
    flow.y += drawParagraph(flow, text, { ...noteBox, y: flow.y }) + noteGap
  }
}

function drawFooters(flow: Flow, { text, formatPage }: DocumentModel['footer']): void {
  const { canvas } = flow
  const pages = canvas.pageCount
  const half = { width: column.width / 2, y: footerTop + 6, style: styles.small, maxLines: 1 }
  for (let index = 0; index < pages; index++) {
    canvas.switchToPage(index)
    drawRule(flow, footerTop, hairline)
    canvas.markArtifact('Pagination', () => {
      canvas.drawText(text, { ...half, x: column.x })
      canvas.drawText(formatPage(index + 1, pages), { ...half, x: column.x + half.width, align: 'right' })
    })
  }
}
