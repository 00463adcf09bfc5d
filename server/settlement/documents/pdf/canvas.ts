import PDFDocument from 'pdfkit'
import { type Rgb, toHex } from '#contract/platform/color.ts'
import { type Face, hasGlyphOrder, type Typeface, type Weight } from './fonts.ts'
import type { DocumentModel } from './model.ts'
import { wrapText } from './wrap.ts'

/** A4 in points. */
export const page = { width: 595.28, height: 841.89 }

export interface TextStyle {
  size: number
  weight: Weight
  color: Rgb
}

export interface TextBox {
  x: number
  /** Top of the first line. */
  y: number
  width: number
  style: TextStyle
  align?: 'left' | 'right'
  maxLines?: number
}

export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

/** A node of the structure tree that screen readers follow. */
export interface Tag {
  readonly type: string
  readonly element: ReturnType<PDFKit.PDFDocument['struct']>
}

interface TagOptions {
  alt?: string
  /** Present in a header cell. */
  scope?: 'Row' | 'Column'
  title?: string
  /** The original text, where glyphs say less or something else. */
  actual?: string | undefined
  /** Left, top, right and bottom of a picture. */
  bbox?: [number, number, number, number]
}

export const getLineHeight = ({ size }: Pick<TextStyle, 'size'>) => Math.round(size * 1.42 * 100) / 100

/** A font of this family needs this much above its baseline, for letters and Hangul alike. */
const ascent = 1.02

/** Wraps pdfkit: text in several fonts, and tags. Units are points, from the top left corner. */
export class Canvas {
  readonly root: Tag
  readonly #document: PDFKit.PDFDocument
  readonly #typeface: Typeface
  readonly #registered = new Set<string>()

  constructor({ title, author, locale, createdAt }: DocumentModel, typeface: Typeface) {
    this.#typeface = typeface
    this.#document = new PDFDocument({
      size: [page.width, page.height],
      margin: 0,
      autoFirstPage: false,
      bufferPages: true,
      pdfVersion: '1.7',
      tagged: true,
      lang: locale,
      displayTitle: true,
      // No standard font: every font is embedded.
      font: null as unknown as string,
      // The same input has the same bytes: no other moment than the document's own.
      info: { Title: title, Author: author, Creator: author, CreationDate: createdAt, ModDate: createdAt },
    })
    this.root = { type: 'Document', element: this.#document.struct('Document') }
    this.#document.addStructure(this.root.element)
  }

  addPage(): void {
    this.#document.addPage()
  }

  get pageCount(): number {
    return this.#document.bufferedPageRange().count
  }

  /** The pages are numbered from 0. */
  switchToPage(index: number): void {
    this.#document.switchToPage(index)
  }

  createTag(parent: Tag, type: string, options: TagOptions = {}): Tag {
    const element = this.#document.struct(type, options)
    parent.element.add(element)
    return { type, element }
  }

  /** Whatever `draw` draws is the tag's content, in the order of reading. */
  mark({ type, element }: Tag, draw: () => void): void {
    element.add(this.#document.markStructureContent(type))
    draw()
    this.#document.endMarkedContent()
  }

  /** Marks what readers skip: lines, grounds, and what repeats on every page. */
  markArtifact(type: 'Layout' | 'Pagination', draw: () => void): void {
    this.#document.markContent('Artifact', { type })
    draw()
    this.#document.endMarkedContent()
  }

  /** Returns whether fonts have all characters of a text. */
  canWrite(text: string, weight: Weight): boolean {
    return this.#typeface.has(text, weight)
  }

  /** Returns the text for its tag, unless the glyphs say the same. */
  getActualText(text: string, weight: Weight): string | undefined {
    return this.canWrite(text, weight) && hasGlyphOrder(text) ? undefined : text
  }

  measure(text: string, { size, weight }: TextStyle): number {
    return this.#typeface
      .split(text, weight)
      .reduce((sum, { face, text: run }) => sum + this.#use(face, size).widthOfString(run), 0)
  }

  wrap(text: string, { width, style, maxLines }: Pick<TextBox, 'width' | 'style' | 'maxLines'>): string[] {
    return wrapText(text, { width, maxLines, measure: (part) => this.measure(part, style) })
  }

  /** @returns the height of the lines */
  drawText(text: string, box: TextBox): number {
    const lines = this.wrap(text, box)
    const lineHeight = getLineHeight(box.style)
    for (const [index, line] of lines.entries()) this.#drawLine(line, box, box.y + index * lineHeight)
    return lines.length * lineHeight
  }

  #drawLine(line: string, { x, width, style, align = 'left' }: TextBox, y: number): void {
    const { size, weight, color } = style
    const baseline = y + (getLineHeight(style) - size) / 2 + size * (ascent - 0.16)
    let left = align === 'right' ? x + width - this.measure(line, style) : x
    for (const { face, text } of this.#typeface.split(line, weight)) {
      const font = this.#use(face, size)
      font.fillColor(toHex(color)).text(text, left, baseline, { lineBreak: false, baseline: 'alphabetic' })
      left += font.widthOfString(text)
    }
  }

  fill({ x, y, width, height }: Rectangle, color: Rgb, radius = 0): void {
    const corner = Math.min(radius, width / 2, height / 2)
    const shape =
      corner > 0
        ? this.#document.roundedRect(x, y, width, height, corner)
        : this.#document.rect(x, y, width, height)
    shape.fill(toHex(color))
  }

  /** Draws the image as large as fits, at the top left. @returns its height */
  drawImage(png: Uint8Array, { x, y, width, height }: Rectangle): void {
    this.#document.image(Buffer.from(png), x, y, { fit: [width, height] })
  }

  finish(): Promise<Buffer> {
    const chunks: Buffer[] = []
    return new Promise((resolve, reject) => {
      this.#document
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('error', reject)
        .on('end', () => resolve(Buffer.concat(chunks)))
        .end()
    })
  }

  #use({ name, font }: Face, size: number): PDFKit.PDFDocument {
    if (!this.#registered.has(name)) {
      this.#document.registerFont(name, font as unknown as Buffer)
      this.#registered.add(name)
    }
    return this.#document.font(name).fontSize(size)
  }
}
