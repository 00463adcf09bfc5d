import { readFile } from 'node:fs/promises'
import { type Locale, locales } from '#contract/locale.ts'

interface Glyph {
  /** An SVG path; y points up from the baseline. */
  readonly d: string
  readonly advance: number
}

/** Glyph outlines of a language, so that rendering needs no font. */
export interface Typeface {
  readonly unitsPerEm: number
  readonly glyphs: Readonly<Record<string, Glyph>>
}

export async function readTypefaces(root: URL): Promise<Record<Locale, Typeface>> {
  const read = async (locale: Locale) =>
    [
      locale,
      JSON.parse(await readFile(new URL(`src/build/glyphs/${locale}.json`, root), 'utf8')) as Typeface,
    ] as const
  return Object.fromEntries(await Promise.all(locales.map(read))) as Record<Locale, Typeface>
}

export const findMissingCharacters = (text: string, { glyphs }: Typeface): string[] => [
  ...new Set([...text].filter((character) => !glyphs[character])),
]

/** Matches the site's letter spacing. */
const letterSpacingEm = -0.02

const getAdvance = (character: string, { glyphs, unitsPerEm }: Typeface) =>
  (glyphs[character]?.advance ?? 0) + letterSpacingEm * unitsPerEm

export const createWidthMeasure = (typeface: Typeface, size: number) => (line: string) =>
  ([...line].reduce((sum, character) => sum + getAdvance(character, typeface), 0) / typeface.unitsPerEm) *
  size

interface TextPosition {
  readonly x: number
  readonly baseline: number
  readonly size: number
  readonly fill: string
}

export function renderText(
  line: string,
  typeface: Typeface,
  { x, baseline, size, fill }: TextPosition,
): string {
  const scale = size / typeface.unitsPerEm
  let pen = 0
  const paths = [...line].map((character) => {
    const at = pen
    pen += getAdvance(character, typeface)
    const d = typeface.glyphs[character]?.d
    return d ? `<path transform="translate(${at} 0)" d="${d}"/>` : ''
  })
  return `<g fill="${fill}" transform="translate(${x} ${baseline}) scale(${scale} ${-scale})">${paths.join('')}</g>`
}
