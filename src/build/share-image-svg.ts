import type { Locale } from '#contract/locale.ts'
import { breakLines } from '#lib/i18n/line-breaks.ts'
import { createEarningsWave } from '#lib/page/earnings-wave.ts'
import { createWidthMeasure, renderText, type Typeface } from './typeface.ts'

export const [imageWidth, imageHeight] = [1200, 630]

/** The light colors of src/styles/tokens.css: an image has no style sheet. */
const colors = {
  ink: '#14151a',
  primary: '#5b5bd6',
  ground: '#f7f8fa',
  card: '#ffffff',
  sound: '#b7b7ed',
}

const margin = 72
const titleLayout = {
  width: 812,
  top: 144,
  sizes: [74, 72, 68, 64, 60, 56, 52, 48, 44, 40],
  lines: 3,
  leading: 1.22,
}
const barWidth = 14

const bars = createEarningsWave({
  count: 51,
  step: 24,
  left: -7,
  axis: 534,
  foot: imageHeight + barWidth,
  quietest: 20,
  loudest: 118,
  lowest: 40,
  highest: 540,
  steepness: 3.5,
  turn: [0.36, 0.56],
})

const mixHexColors = (from: string, to: string, share: number) =>
  `#${[1, 3, 5]
    .map((at) => {
      const [a, b] = [from, to].map((color) => Number.parseInt(color.slice(at, at + 2), 16)) as [
        number,
        number,
      ]
      return Math.round(a + (b - a) * share)
        .toString(16)
        .padStart(2, '0')
    })
    .join('')}`

const renderWave = () =>
  bars
    .map(({ x, top, tall, turned }) => {
      const fill = mixHexColors(colors.sound, colors.primary, turned)
      return `<rect x="${x}" y="${top}" width="${barWidth}" height="${tall}" rx="${barWidth / 2}" fill="${fill}"/>`
    })
    .join('')

export interface ShareText {
  readonly locale: Locale
  readonly title: string
  readonly section?: string | undefined
}

function fitTitle({ locale, title: text }: ShareText, typeface: Typeface) {
  for (const size of titleLayout.sizes) {
    const widthOf = createWidthMeasure(typeface, size)
    const lines = breakLines(text, { locale, maxWidth: titleLayout.width, measureWidth: widthOf })
    if (lines.length <= titleLayout.lines && lines.every((line) => widthOf(line) <= titleLayout.width))
      return { size, lines }
  }
  throw new Error(`The title “${text}” is too long for its share picture`)
}

function renderSection(text: string, typeface: Typeface): string {
  const size = 28
  const width = Math.round(createWidthMeasure(typeface, size)(text)) + 44
  const pill = `<rect x="${margin}" y="56" width="${width}" height="52" rx="26" fill="${colors.card}"/>`
  return pill + renderText(text, typeface, { x: margin + 22, baseline: 92, size, fill: colors.primary })
}

export function renderShareImage(text: ShareText, typeface: Typeface): string {
  const { size, lines } = fitTitle(text, typeface)
  const first = (text.section ? titleLayout.top : margin - 8) + size
  const drawn = lines.map((line, i) =>
    renderText(line, typeface, {
      x: margin,
      baseline: Math.round(first + i * size * titleLayout.leading),
      size,
      fill: colors.ink,
    }),
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${imageWidth}" height="${imageHeight}">`,
    `<rect width="100%" height="100%" fill="${colors.ground}"/>`,
    renderWave(),
    text.section ? renderSection(text.section, typeface) : '',
    ...drawn,
    '</svg>',
  ].join('')
}
