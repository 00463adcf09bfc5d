import type { Rgb } from '#contract/platform/color.ts'
import type { Locale } from '#contract/platform/locale.ts'

export interface DocumentModel {
  locale: Locale
  /** Readers show it as the title of the window. */
  title: string
  author: string
  createdAt: Date
  head: DocumentHead
  blocks: readonly Block[]
  footer: { text: string; formatPage: (page: number, pages: number) => string }
  brand: Brand
}

export interface Brand {
  primary: Rgb
  tint: Rgb
}

export interface DocumentHead {
  /** Opaque PNG; null: the name. */
  logo: { png: Uint8Array; alt: string } | null
  name: string
  /** Stands below the name; may be empty. */
  sender: readonly string[]
}

export type Block =
  | TitleBlock
  | HeadingBlock
  | FactsBlock
  | AnswerBlock
  | WaterfallBlock
  | TableBlock
  | NotesBlock

export interface TitleBlock {
  kind: 'title'
  text: string
}

export interface HeadingBlock {
  kind: 'heading'
  text: string
}

/** Names and values in two columns. */
export interface FactsBlock {
  kind: 'facts'
  facts: readonly { name: string; value: string }[]
}

/** The main figure of the document. */
export interface AnswerBlock {
  kind: 'answer'
  label: string
  value: string
  state: string
  note: string
}

export interface WaterfallBlock {
  kind: 'waterfall'
  columns: readonly [label: string, value: string]
  /** Describes the bars for people who do not see them. */
  alt: string
  steps: readonly WaterfallStep[]
}

export interface WaterfallStep {
  label: string
  value: string
  /** All steps share one scale. */
  from: number
  to: number
  tone: 'total' | 'gain' | 'loss'
}

export interface TableBlock {
  kind: 'table'
  columns: readonly TableColumn[]
  rows: readonly TableRow[]
}

export interface TableColumn {
  title: string
  align: 'left' | 'right'
  /** Share of the width of the page's column. */
  share: number
}

export interface TableRow {
  /** `group`: heads the lines after it. `sum`: of all before it. */
  kind: 'group' | 'line' | 'sum'
  cells: readonly string[]
  /** Stands below the first cell. */
  note?: string | undefined
  /** Stands before the note, if the first cell has characters that no font has. */
  fallback?: string | undefined
}

export interface NotesBlock {
  kind: 'notes'
  texts: readonly string[]
}
