import {
  black,
  ensureContrast,
  mixColors,
  parseColor,
  pickTextColor,
  type Rgb,
  toHex,
  white,
} from '#contract/platform/color.ts'
import type { Locale } from '#contract/platform/locale.ts'
import type { SiteMetadata } from '#contract/portal/site.ts'
import {
  combineTypefaces,
  createWidthMeasure,
  findMissingCharacters,
  renderText,
  type Typefaces,
} from './typeface.ts'

// The build draws a picture as a template: SVG with placeholders such as {face} for site-specific values. Templates
// contain no text, only outlines.

export const [imageWidth, imageHeight] = [1200, 630]

/** Area for the site's name or logo. */
export const brandArea = { x: 72, y: 526, width: 480, height: 44 }
const nameSizes = [34, 32, 30, 28, 26, 24, 22]

/** A site's details in a picture. */
export type ShareBrand = Pick<SiteMetadata, 'name' | 'color_primary' | 'is_playist'>

/** Brand of pictures for an unknown site. */
export const defaultBrand: ShareBrand = { name: '', color_primary: '#5b5bd6', is_playist: false }

const ground: Rgb = [0.97, 0.97, 0.98]

/** Text in the brand's color meets WCAG AA contrast. */
function createColors(color: string) {
  const face = parseColor(color) ?? black
  const accent = ensureContrast(face, [ground], black)
  return {
    face,
    onFace: pickTextColor(face),
    accent,
    tint: mixColors(white, face, 0.13),
    chosen: mixColors(white, face, 0.08),
    wave: mixColors(white, face, 0.34),
    /** Color of shapes other than text on the brand's color. */
    shade: mixColors(face, pickTextColor(face), 0.3),
  }
}

/** A name with any character that lacks an outline is not drawn at all: half a name would be a different one. */
export const canDrawName = (name: string, typefaces: Typefaces, locale: Locale): boolean =>
  name.trim() !== '' &&
  findMissingCharacters(normalizeName(name), combineTypefaces(typefaces, locale)).length === 0

const normalizeName = (name: string) => name.normalize('NFC').trim().replace(/\s+/gu, ' ')

/** Mark from `brand.css`, in the site's color. */
const mark = `<path d="M2.5 8.5v5M7 5v12M11.5 9v4M16 7v13M20 3v17" transform="translate(${brandArea.x} ${brandArea.y}) scale(2)" fill="none" stroke="{accent}" stroke-width="2.6" stroke-linecap="round"/>`

function renderName(name: string, typefaces: Typefaces, locale: Locale): string {
  const typeface = combineTypefaces(typefaces, locale)
  const width = brandArea.width - 60
  const fits = (line: string, size: number) => createWidthMeasure(typeface, size)(line) <= width
  const text = normalizeName(name)
  const size = nameSizes.find((candidate) => fits(text, candidate)) ?? nameSizes.at(-1) ?? 0
  const characters = [...text]
  let line = text
  while (!fits(line, size) && characters.pop() !== undefined) line = `${characters.join('').trimEnd()}...`
  const baseline = brandArea.y + brandArea.height / 2 + size * 0.36
  return mark + renderText(line, typeface, { x: brandArea.x + 60, baseline, size, paint: 'fill="#14151a"' })
}

/** Returns SVG without placeholders. A name that cannot be drawn is left out. */
export function fillShareTemplate(
  template: string,
  { name, color_primary, is_playist }: ShareBrand,
  typefaces: Typefaces,
  locale: Locale,
): string {
  const colors = Object.entries(createColors(color_primary)).map(([key, color]) => [key, toHex(color)])
  const values: Record<string, string> = {
    ...Object.fromEntries(colors),
    won: is_playist ? 'none' : 'inline',
    dollars: is_playist ? 'inline' : 'none',
  }
  const brand = canDrawName(name, typefaces, locale) ? renderName(name, typefaces, locale) : ''
  return template
    .replace('{brand}', () => brand)
    .replace(/\{(\w+)\}/g, (placeholder, key: string) => values[key] ?? placeholder)
}
