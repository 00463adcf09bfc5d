import { inflateSync } from 'node:zlib'
import { getDocumentProxy } from 'unpdf'

export interface PdfPages {
  /** Text of each page without white space, which layouts add and drop. */
  texts: string[]
  title: string
  language: string
  /** Types of the first page's structure elements, in reading order. */
  roles: string[]
}

export const withoutSpaces = (text: string) => text.replace(/\s+/gu, '')

export async function readPdf(pdf: Uint8Array): Promise<PdfPages> {
  // The reader takes ownership of the bytes.
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const texts: string[] = []
  const roles: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    texts.push(withoutSpaces(items.map((item) => ('str' in item ? item.str : '')).join('')))
    if (number === 1) roles.push(...listRoles(await page.getStructTree()))
  }
  const { info, metadata: _ } = await document.getMetadata()
  const { Title = '', Language = '' } = info as { Title?: string; Language?: string }
  return { texts, title: Title, language: Language, roles }
}

interface StructureNode {
  role?: string
  children?: readonly object[]
}

const listRoles = (node: StructureNode | null): string[] =>
  node?.role ? [node.role, ...(node.children ?? []).flatMap(listRoles)] : []

/** "ABCDEF+NotoSansKR-400-latin": six letters and a plus name a subset. */
export const listFontNames = (pdf: Uint8Array): string[] =>
  listMatches(pdf, /\/FontName \/([^\s/]+)/g).toSorted()

export const countEmbeddedFonts = (pdf: Uint8Array): number =>
  listMatches(pdf, /\/(FontFile2) \d+ 0 R/g).length

const listMatches = (pdf: Uint8Array, pattern: RegExp): string[] =>
  Array.from(Buffer.from(pdf).toString('latin1').matchAll(pattern), ([, match = '']) => match)

/** Lists the glyphs that pages draw, by their numbers in the fonts' subsets, where 0 stands for a missing glyph. */
export function listGlyphs(pdf: Uint8Array): number[] {
  const bytes = Buffer.from(pdf)
  const glyphs: number[] = []
  for (const content of listStreams(bytes))
    for (const [, operands = ''] of content.matchAll(/\[([^\]]*)\] TJ/g))
      for (const [, digits = ''] of operands.matchAll(/<([0-9a-f]+)>/g))
        for (const [code] of digits.matchAll(/.{4}/g)) glyphs.push(Number.parseInt(code, 16))
  return glyphs
}

function* listStreams(bytes: Buffer): Generator<string> {
  const start = Buffer.from('stream\n')
  const end = Buffer.from('\nendstream')
  for (let at = bytes.indexOf(start); at >= 0; ) {
    const from = at + start.length
    const to = bytes.indexOf(end, from)
    yield inflate(bytes.subarray(from, to))
    at = bytes.indexOf(start, to + end.length)
  }
}

function inflate(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1')
  } catch {
    return bytes.toString('latin1')
  }
}
