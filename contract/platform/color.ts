import { encodeHex } from './hex.ts'

/** Red, green and blue, 0 to 1. */
export type Rgb = readonly [number, number, number]

export const white: Rgb = [1, 1, 1]
export const black: Rgb = [0, 0, 0]
/** Minimum contrast of text in WCAG 2.2 AA. */
const minContrast = 4.5

/** Accepts three to eight hex digits, with or without #, ignoring alpha; undefined otherwise. */
export function parseColor(text: string | null | undefined): Rgb | undefined {
  const digits = /^#?([0-9a-f]{3,8})$/i.exec(text ?? '')?.[1]
  if (digits === undefined || digits.length === 5 || digits.length === 7) return undefined
  const full = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits
  const part = (at: number) => Number(`0x${full.slice(at, at + 2)}`) / 255
  return [part(0), part(2), part(4)]
}

const mapColor = (color: Rgb, change: (part: number, index: 0 | 1 | 2) => number): Rgb => [
  change(color[0], 0),
  change(color[1], 1),
  change(color[2], 2),
]

export const mixColors = (from: Rgb, to: Rgb, share: number): Rgb =>
  mapColor(from, (part, i) => part + (to[i] - part) * share)

export const toHex = (color: Rgb) => `#${encodeHex(color.map((part) => Math.round(part * 255)))}`

/** Relative luminance of WCAG 2. */
function luminance(color: Rgb): number {
  const [r, g, b] = mapColor(color, (x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast of WCAG 2, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

/** White or near-black: one of the two always has a contrast of 4.5. */
export function pickTextColor(background: Rgb): Rgb {
  return contrast(white, background) >= minContrast ||
    contrast(white, background) >= contrast(black, background)
    ? white
    : black
}

export function ensureContrast(color: Rgb, backgrounds: readonly Rgb[], target: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.05) {
    const candidate = mixColors(color, target, share)
    if (backgrounds.every((ground) => contrast(candidate, ground) >= minContrast)) return candidate
  }
  return target
}
