import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import { LRUCache } from 'lru-cache'
import subsetFont from 'subset-font'
import type { Locale } from '#contract/platform/locale.ts'

export const weights = [400, 700] as const
export type Weight = (typeof weights)[number]

/** One weight of one slice, as a font of its own. */
export interface Face {
  /** Unique. */
  name: string
  family: Family
  font: Font
}

export interface Run {
  face: Face
  text: string
}

export interface StyledText {
  text: string
  weight: Weight
}

export interface Typeface {
  /** Accepts only texts that the typeface was loaded for. */
  split(text: string, weight: Weight): readonly Run[]
  /** Returns whether `split` replaces nothing. */
  has(text: string, weight: Weight): boolean
}

/** `latin` has the letters of Europe and Vietnam, of which those of East Asia have a part. */
const packages = {
  kr: 'noto-sans-kr',
  sc: 'noto-sans-sc',
  tc: 'noto-sans-tc',
  latin: 'noto-sans',
  thai: 'noto-sans-thai',
} as const
type Family = keyof typeof packages

/** The same character can look different in Korea, China and Taiwan: names in other languages come last. */
const fallbacks: Record<Locale, readonly Family[]> = {
  ko: ['kr', 'tc', 'sc', 'latin', 'thai'],
  en: ['kr', 'tc', 'sc', 'latin', 'thai'],
  'zh-CN': ['sc', 'tc', 'kr', 'latin', 'thai'],
  'zh-TW': ['tc', 'sc', 'kr', 'latin', 'thai'],
}

/** Shown for what no family has. */
const replacement = '□'

/** A part of a family, by Unicode range, as its package divides it for browsers. */
interface Slice {
  family: Family
  name: string
  ranges: readonly (readonly [from: number, to: number])[]
}

const getPackageFile = (family: Family, path: string): string =>
  fileURLToPath(import.meta.resolve(`@fontsource-variable/${packages[family]}/${path}`))

function readSlices(family: Family): Slice[] {
  const ranges: Record<string, string> = JSON.parse(
    readFileSync(getPackageFile(family, 'unicode.json'), 'utf8'),
  )
  return Object.entries(ranges).map(([name, range]) => ({
    family,
    name: name.replace(/[[\]]/g, ''),
    ranges: range.split(',').map(parseRange),
  }))
}

/** "U+ff20-ff5b", "U+ff5d" */
function parseRange(range: string): [number, number] {
  const [from = 0, to = from] = range
    .replace('U+', '')
    .split('-')
    .map((digits) => Number.parseInt(digits, 16))
  return [from, to]
}

const slicesByFamily = new Map<Family, readonly Slice[]>()

function getSlices(family: Family): readonly Slice[] {
  const slices = slicesByFamily.get(family) ?? readSlices(family)
  slicesByFamily.set(family, slices)
  return slices
}

const hasCodePoint = ({ ranges }: Slice, codePoint: number) =>
  ranges.some(([from, to]) => codePoint >= from && codePoint <= to)

/** About 40 kB each; a statement with 300 names in Korean needs some sixty. */
const instances = new LRUCache<string, Promise<Buffer>>({ max: 256 })

/** By name. */
type Faces = Map<string, Promise<Face>>

function loadFace(faces: Faces, slice: Slice, weight: Weight): Promise<Face> {
  const name = `NotoSans${slice.family.toUpperCase()}-${weight}-${slice.name}`
  const loading = faces.get(name) ?? createFace(name, slice, weight)
  faces.set(name, loading)
  return loading
}

async function createFace(name: string, slice: Slice, weight: Weight): Promise<Face> {
  const loading = instances.get(name) ?? createInstance(slice, weight)
  instances.set(name, loading)
  const font = create(await loading)
  // All slices have the name of the variable font, by which the PDF library would take one for another.
  return { name, family: slice.family, font: Object.defineProperty(font, 'postscriptName', { value: name }) }
}

/** An instance of the variable font: PDF knows neither axes nor WOFF2. */
async function createInstance({ family, name: sliceName, ranges }: Slice, weight: Weight): Promise<Buffer> {
  const bytes = await readFile(
    getPackageFile(family, `files/${packages[family]}-${sliceName}-wght-normal.woff2`),
  )
  const characters = ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)),
  )
  return subsetFont(bytes, characters.join(''), {
    targetFormat: 'sfnt',
    variationAxes: { wght: weight },
  })
}

/** The faces of each character, for one weight. */
interface Glyphs {
  faces: ReadonlyMap<string, Face>
  /** For words with letters that only `latin` has. */
  latin: ReadonlyMap<string, Face>
}

/** All that is needed to write some texts in a language. */
export async function loadTypeface(texts: readonly StyledText[], locale: Locale): Promise<Typeface> {
  // Fonts are not shared between documents: a font remembers which character it has seen first of those that share a
  // glyph.
  const faces: Faces = new Map()
  const glyphs = new Map<Weight, Glyphs>()
  for (const weight of weights) {
    const used = texts.flatMap((one) => (one.weight === weight ? [prepareText(one.text)] : []))
    glyphs.set(weight, await loadGlyphs(faces, used, weight, locale))
  }
  const getGlyphs = (weight: Weight): Glyphs => glyphs.get(weight) ?? { faces: new Map(), latin: new Map() }
  // Texts are measured several times before they are drawn.
  const runs = new Map<string, Run[]>()
  return {
    split(text, weight) {
      const key = `${weight} ${text}`
      const found = runs.get(key) ?? splitRuns(prepareText(text), getGlyphs(weight))
      runs.set(key, found)
      return found
    },
    has: (text, weight) => [...prepareText(text)].every((one) => getGlyphs(weight).faces.has(one)),
  }
}

/** Returns those of the characters that are replaced in every language. */
export async function listUnwritable(characters: readonly string[]): Promise<string[]> {
  const typeface = await loadTypeface([{ text: characters.join(' '), weight: 400 }], 'ko')
  return characters.filter((character) => !typeface.has(character, 400))
}

/** Thai tone marks before AM, which consists of a ring and AA. */
const thaiAm = /([\u0e48-\u0e4b]*)\u0e33/gu

/** Composes letters with their marks, as fonts have them; the ring of a Thai AM stands below the tone marks. */
const prepareText = (text: string): string => text.normalize().replace(thaiAm, '\u0e4d$1\u0e32')

/** Returns whether the order of the glyphs is that of the characters, by which readers copy and search. */
export const hasGlyphOrder = (text: string): boolean => !/[\u0e33\p{Script=Devanagari}]/u.test(text)

/** Splits a text: every second part is a word. */
const words = /((?:[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{M}*)+)/u

async function loadGlyphs(
  loaded: Faces,
  texts: readonly string[],
  weight: Weight,
  locale: Locale,
): Promise<Glyphs> {
  const load = async (characters: Iterable<string>, families: readonly Family[]) => {
    const faces = new Map<string, Face>()
    for (const character of [...new Set(characters)].sort()) {
      const face = await findFace(loaded, character, weight, families)
      if (face) faces.set(character, face)
    }
    return faces
  }
  const faces = await load([replacement, ...texts.join('')], fallbacks[locale])
  const inLatin = texts.flatMap((text) => text.split(words)).filter((part) => needsLatin(part, faces))
  return { faces, latin: new Map([...faces, ...(await load(inLatin.join(''), ['latin']))]) }
}

/** Letters of two families do not match in one word. */
const needsLatin = (part: string, faces: Glyphs['faces']) =>
  words.test(part) && [...part].some((character) => faces.get(character)?.family === 'latin')

async function findFace(
  faces: Faces,
  character: string,
  weight: Weight,
  families: readonly Family[],
): Promise<Face | undefined> {
  const codePoint = character.codePointAt(0) ?? 0
  for (const family of families) {
    // The last one of several, as browsers do.
    const slice = getSlices(family).findLast((one) => hasCodePoint(one, codePoint))
    const face = slice && (await loadFace(faces, slice, weight))
    // A range may name characters that the font does not have.
    if (face?.font.hasGlyphForCodePoint(codePoint)) return face
  }
  return undefined
}

const graphemes = new Intl.Segmenter()

/** Text of one face each; what has no glyph is shown as one replacement for each character that people see. */
function splitRuns(text: string, { faces, latin }: Glyphs): Run[] {
  const runs: Run[] = []
  for (const part of text.split(words)) {
    const facesByCharacter = needsLatin(part, faces) ? latin : faces
    for (const { segment } of graphemes.segment(part))
      for (const character of substitute(segment, facesByCharacter)) {
        const face = facesByCharacter.get(character)
        const last = runs.at(-1)
        if (!face) continue
        if (last?.face === face) last.text += character
        else runs.push({ face, text: character })
      }
  }
  return runs
}

function substitute(segment: string, facesByCharacter: ReadonlyMap<string, Face>): string[] {
  const characters = [...segment]
  return characters.every((one) => facesByCharacter.has(one)) ? characters : [replacement]
}
