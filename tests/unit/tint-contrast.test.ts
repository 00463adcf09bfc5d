import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { contrast, mixColors, parseColor, type Rgb, white } from '#contract/platform/color.ts'

const tokens = await readFile('src/styles/tokens.css', 'utf8')

/** Reads a token that has a light and a dark color. */
function readColor(name: string, scheme: 'light' | 'dark'): Rgb {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens) ?? []
  const color = parseColor(scheme === 'light' ? light : dark)
  if (!color) throw new Error(`tokens.css has no --${name}`)
  return color
}

const readShare = (pattern: RegExp) => Number(pattern.exec(tokens)?.[1]) / 100

test.each(['#ffffff', '#ffff00', '#f5b301', '#00d0ff', '#ffb6c1', '#5b5bd6', '#ff0000', '#000000'])(
  'muted text can be read on the tint of %s',
  (brand) => {
    const primary = parseColor(brand) ?? white
    const tintShare = readShare(/--primary-tint: .*var\(--primary\) (\d+)%/)
    const mutedShare = readShare(/--ink-2-on-tint: .*var\(--ink-2\) (\d+)%/)
    const tints = {
      light: mixColors(white, primary, 0.1),
      dark: mixColors(readColor('card', 'dark'), primary, tintShare),
    }
    for (const scheme of ['light', 'dark'] as const) {
      const muted = mixColors(readColor('ink', scheme), readColor('ink-2', scheme), mutedShare)
      expect(contrast(muted, tints[scheme]), scheme).toBeGreaterThanOrEqual(4.5)
    }
  },
)
