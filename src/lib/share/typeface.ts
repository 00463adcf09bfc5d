import { readFile } from 'node:fs/promises'
import { type Locale, locales } from '#contract/platform/locale.ts'

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

export type Typefaces = Readonly<Record<Locale, Typeface>>

/** `root` is the project's folder. */
export async function readTypefaces(root: URL): Promise<Typefaces> {
  const read = async (locale: Locale) =>
    [
      locale,
      JSON.parse(await readFile(new URL(`src/build/glyphs/${locale}.json`, root), 'utf8')) as Typeface,
    ] as const
  return Object.fromEntries(await Promise.all(locales.map(read))) as Record<Locale, Typeface>
}

/** A name may have characters of any language; outlines of the page's language come first. */
export const combineTypefaces = (typefaces: Typefaces, locale: Locale): Typeface => ({
  unitsPerEm: typefaces[locale].unitsPerEm,
  glyphs: Object.assign({}, ...locales.map((each) => typefaces[each].glyphs), typefaces[locale].glyphs),
})

export const findMissingCharacters = (text: string, { glyphs }: Typeface): string[] => [
  ...new Set([...text].filter((character) => !Object.hasOwn(glyphs, character))),
]

/** Matches the site's letter spacing. */
const letterSpacingEm = -0.02

const getAdvance = (character: string, { glyphs, unitsPerEm }: Typeface) =>
  (glyphs[character]?.advance ?? 0) + letterSpacingEm * unitsPerEm

export const createWidthMeasure = (typeface: Typeface, size: number) => (line: string) =>
  ([...line].reduce((sum, character) => sum + getAdvance(character, typeface), 0) / typeface.unitsPerEm) *
  size

export interface TextStyle {
  readonly x: number
  readonly baseline: number
  readonly size: number
  /** An SVG attribute: `fill="red"` or `class="ink"`. */
  readonly paint: string
  readonly anchor?: 'start' | 'middle' | 'end' | undefined
}

const anchorShares = { start: 0, middle: 0.5, end: 1 }
const roundToTenth = (value: number) => Math.round(value * 10) / 10

export function renderText(
  line: string,
  typeface: Typeface,
  { x, baseline, size, paint, anchor = 'start' }: TextStyle,
): string {
  const scale = size / typeface.unitsPerEm
  const left = roundToTenth(x - createWidthMeasure(typeface, size)(line) * anchorShares[anchor])
  let pen = 0
  const paths = [...line].map((character) => {
    const at = pen
    pen += getAdvance(character, typeface)
    const d = typeface.glyphs[character]?.d
    return d ? `<path transform="translate(${at} 0)" d="${d}"/>` : ''
  })
  const transform = `translate(${left} ${roundToTenth(baseline)}) scale(${scale} ${-scale})`
  return `<g ${paint} transform="${transform}">${paths.join('')}</g>`
}
