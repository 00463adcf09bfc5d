import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  contrast,
  mixColors,
  parseColor,
  pickTextColor,
  type Rgb,
  toHex,
  white,
} from '#contract/platform/color.ts'
import { parseDesign } from '#contract/portal/design.ts'
import { pickSecondaryChartColor } from '#lib/site/chart-color.ts'
import { parseHost } from '#lib/site/host.ts'
import { getBrandColors } from '#lib/site/theme.ts'

const anyColor = fc.tuple(
  fc.integer({ max: 255, min: 0 }),
  fc.integer({ max: 255, min: 0 }),
  fc.integer({ max: 255, min: 0 }),
)
const toRgb = ([r, g, b]: [number, number, number]) => [r / 255, g / 255, b / 255] as const

test('colors are read with and without a hash, short and long, and without alpha', () => {
  const hex = (text: string) => {
    const color = parseColor(text)
    return color && toHex(color)
  }
  expect(hex('#5b5bd6')).toBe('#5b5bd6')
  expect(hex('5B5BD6')).toBe('#5b5bd6')
  expect(hex('abc')).toBe('#aabbcc')
  expect(hex('#abc8')).toBe('#aabbcc')
  expect(hex('5b5bd680')).toBe('#5b5bd6')
})

test.each(['', '12', 'abcde', '1234567', '123456789', 'red', '#ggg', 'fff;color:red', 'url(x)', null])(
  '%s is not a color',
  (text) => {
    expect(parseColor(text)).toBeUndefined()
  },
)

test('whatever the colors of a site, text on them and in them has the contrast of WCAG AA', () => {
  fc.assert(
    fc.property(anyColor, anyColor, (p, d) => {
      const [primary, dim] = [toRgb(p), toRgb(d)]
      const colors = getBrandColors(primary, dim)
      const of = (name: string) => parseColor(colors[name]) ?? white
      expect(contrast(of('--on-primary'), primary)).toBeGreaterThanOrEqual(4.5)
      const lightGrounds = [white, parseColor('#f7f8fa') ?? white, mixColors(white, primary, 0.05)]
      for (const ground of lightGrounds)
        expect(contrast(of('--primary-ink-light'), ground)).toBeGreaterThanOrEqual(4.4)
      const darkCard = [0.106, 0.11, 0.133] as const
      expect(contrast(of('--primary-ink-dark'), mixColors(darkCard, primary, 0.24))).toBeGreaterThanOrEqual(
        4.4,
      )
    }),
  )
})

test('a second line is told from a first in the primary color, also without red and green', () => {
  const beside = (hex: string) => pickSecondaryChartColor(parseColor(hex) ?? white)
  const [blue, orange] = ['var(--chart-blue)', 'var(--chart-orange)']
  for (const cool of ['#5b5bd6', '#0f7b6c', '#808080']) expect(beside(cool)).toBe(orange)
  for (const warm of ['#c2410c', '#be185d', '#15803d']) expect(beside(warm)).toBe(blue)
})

test('thirty series have colors that can be seen on a card, in light and dark', () => {
  const css = ['src/styles/tokens.css', 'src/islands/kit/charts/palette.css'].map((file) =>
    readFileSync(file, 'utf8'),
  )
  const pairs = [...css.join('').matchAll(/--chart-\w+: light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)]
  const [light, dark] = [1, 2].map((i) => pairs.map((pair) => parseColor(pair[i]) ?? white)) as [Rgb[], Rgb[]]
  expect(pairs).toHaveLength(30)
  expect(new Set([...light, ...dark].map(toHex)).size).toBe(60)
  for (const color of light) expect(contrast(color, white)).toBeGreaterThanOrEqual(3)
  for (const color of dark) expect(contrast(color, [0.106, 0.11, 0.133])).toBeGreaterThanOrEqual(3)
})

test('text on a color is white where white can be read', () => {
  expect(toHex(pickTextColor([0, 0, 0]))).toBe('#ffffff')
  expect(toHex(pickTextColor([1, 1, 0]))).toBe('#000000')
})

test('a host of the address loses www., port and case; what cannot be one is ignored', () => {
  expect(parseHost('?host=WWW.Example.com:8080')).toBe('example.com')
  expect(parseHost('?host=%EC%9D%8C%EC%95%85.%ED%95%9C%EA%B5%AD')).toBe('xn--ie5b30b.xn--3e0b707e')
  for (const bad of [
    '',
    '?host=',
    '?host=a/b',
    '?host=-x',
    '?host=%3Cscript%3E',
    `?host=${'a'.repeat(254)}`,
  ]) {
    expect(parseHost(bad)).toBeUndefined()
  }
})

test('only designs that there are can be asked for', () => {
  expect(parseDesign('2')).toBe('mcn-2')
  expect(parseDesign('4')).toBe('mcn-4')
  for (const bad of ['', undefined, '1', '5', 'mcn-2', '2"']) expect(parseDesign(bad)).toBeUndefined()
})
