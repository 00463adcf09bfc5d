import type { Sharp } from 'sharp'
import { loadSharp, withDecodeError } from './decoder.ts'
import { UnusableFileError } from './unusable-file.ts'

const maxSvgBytes = 512 * 1024
const maxElements = 10_000
/** Copies of copies multiply: with few of them, to thousands at most. */
const maxCopies = 30
/** Limits what is drawn. */
const maxPixels = 4_000_000
/** CSS pixels per inch: the scale of 1. */
const baseDensity = 72
/** sharp's limit. */
const maxDensity = 100_000
const timeoutSeconds = 10

const refusedParts: readonly [RegExp, string][] = [
  [/<!DOCTYPE[^>]*\[|<!ENTITY/i, 'entities: save it without them'],
  [/<\?(?!xml\s)/i, 'a processing instruction: remove it'],
  [/<(?:[\w.-]+:)?(?:script|handler|listener)\b/i, 'a script: remove it'],
  [/\son[a-z]+\s*=/i, 'an event handler: remove it'],
  [
    /<(?:[\w.-]+:)?(?:foreignObject|image|iframe|feImage)\b/i,
    'a picture or page inside: use paths only, or save it as PNG',
  ],
  [/<(?:[\w.-]+:)?(?:text|tspan|textPath)\b/i, 'text, which needs a font: convert it to paths'],
  [/<(?:[\w.-]+:)?filter\b/i, 'a filter, such as a shadow: remove it, or save it as PNG'],
  [/<(?:[\w.-]+:)?(?:animate|set)\w*\b/i, 'an animation: remove it'],
  [/href\s*=\s*["']?\s*(?!["'#\s])/i, 'a link to elsewhere: remove it'],
  [/url\(\s*["']?\s*(?!["'#\s])|@import/i, 'a reference to another file: remove it'],
]

/** XML, also with what editors put before the element. */
export const isSvg = (bytes: Buffer): boolean => /^(?:\ufeff)?\s*</.test(bytes.toString('utf8', 0, 200))

/** Drawn at a height, never served as it is: pixels run no script and load nothing. @throws {UnusableFileError} */
export async function openSvg(bytes: Buffer, height: number): Promise<Sharp> {
  requireSafeSvg(bytes)
  const sharp = await loadSharp()
  const { width: naturalWidth, height: naturalHeight } = await withDecodeError(() => sharp(bytes).metadata())
  const density = Math.min(maxDensity, Math.max(1, (baseDensity * height) / naturalHeight))
  if (naturalWidth * naturalHeight * (density / baseDensity) ** 2 > maxPixels)
    throw new UnusableFileError(
      `it is ${naturalWidth} × ${naturalHeight} large: give it the viewBox and the size of a logo`,
    )
  return sharp(bytes, { density }).timeout({ seconds: timeoutSeconds })
}

function requireSafeSvg(bytes: Buffer): void {
  if (bytes.length > maxSvgBytes)
    throw new UnusableFileError(
      `it has more than ${maxSvgBytes / 1024} KiB: simplify its paths, or save it as PNG`,
    )
  const text = decodeUtf8(bytes)
  if ((text.match(/</g)?.length ?? 0) > maxElements)
    throw new UnusableFileError('it has more than 10,000 elements: simplify it, or save it as PNG')
  if ((text.match(/<(?:[\w.-]+:)?(?:use|pattern|mask|marker)\b/g)?.length ?? 0) > maxCopies)
    throw new UnusableFileError(
      `it has more than ${maxCopies} copies (use, pattern, mask, marker): turn them into paths, or save it as PNG`,
    )
  for (const [pattern, part] of refusedParts)
    if (pattern.test(text)) throw new UnusableFileError(`it contains ${part}`)
  if (!/<(?:[\w.-]+:)?svg\b/.test(text)) throw new UnusableFileError('it is not an SVG file')
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnusableFileError('it is not UTF-8: save it as SVG again')
  }
}
