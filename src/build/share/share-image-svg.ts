import type { Locale } from '#contract/platform/locale.ts'
import { breakLines } from '#lib/i18n/line-breaks.ts'
import type { ShareFigure } from '#lib/page/prerender/share-image.ts'
import { imageHeight, imageWidth } from '#lib/share/share-template.ts'
import { createWidthMeasure, renderText, type Typeface } from '#lib/share/typeface.ts'
import { type Drawing, renderDrawing, renderDrawingsStyle } from './share-drawings.ts'
import { renderFigure } from './share-figures.ts'

/** Left edge of the panel in the site's color. */
const panelX = 612
const margin = 72
const titleLayout = {
  width: panelX - margin - 44,
  top: 72,
  bottom: 492,
  sizes: [68, 64, 60, 56, 52, 48, 44, 40, 37, 34],
  leading: 1.24,
}
const sectionHeight = 76
const smallestHeadline = 52

export interface ShareText {
  readonly locale: Locale
  /** An array has fixed line breaks. */
  readonly title: string | readonly string[]
  readonly section?: string | undefined
}

export interface ShareImage extends ShareText {
  /** Steps of guides, or a figure. */
  readonly shows: readonly Drawing[] | ShareFigure
  readonly t: (key: string) => string
}

const getTitle = ({ title }: ShareText) => (typeof title === 'string' ? title : title.join(' '))

function fitTitle(text: ShareText, typeface: Typeface) {
  const { width, top, bottom, leading } = titleLayout
  const height = bottom - top - (text.section ? sectionHeight : 0)
  const fixed = typeof text.title === 'string' ? [text.title] : text.title
  for (const size of titleLayout.sizes) {
    const widthOf = createWidthMeasure(typeface, size)
    const options = { locale: text.locale, maxWidth: width, measureWidth: widthOf }
    const lines = fixed.flatMap((line) => breakLines(line, options))
    // A headline breaks a fixed line before its text becomes too small.
    if (fixed.length > 1 && lines.length > fixed.length && size > smallestHeadline) continue
    if (lines.length * size * leading <= height && lines.every((line) => widthOf(line) <= width))
      return { size, lines }
  }
  throw new Error(`The title “${getTitle(text)}” is too long for its share picture`)
}

function renderSection(text: string, typeface: Typeface): string {
  const size = 26
  const width = Math.round(createWidthMeasure(typeface, size)(text)) + 44
  const pill = `<rect x="${margin}" y="${titleLayout.top - 8}" width="${width}" height="50" rx="25" fill="{tint}"/>`
  return (
    pill +
    renderText(text, typeface, {
      x: margin + 22,
      baseline: titleLayout.top + 26,
      size,
      paint: 'fill="#14151a"',
    })
  )
}

const phoneScale = 1.45
const pairScale = 1.12
const desktopScale = 0.96

/** Crops the phone at the edge where its own picture is cropped. */
function placePhone(drawing: Drawing, centerX: number, scale: number) {
  const y = drawing.isFoot ? 0 : imageHeight - drawing.height * scale
  return { x: Math.round(centerX - (drawing.width * scale) / 2), y, scale }
}

const placeDesktop = ({ width, height }: Drawing, scale = desktopScale) => ({
  x: Math.round((panelX + imageWidth) / 2 - (width * scale) / 2),
  y: imageHeight - height * scale,
  scale,
})

const isPhone = ({ width }: Drawing) => width < 400

function renderDrawings(drawings: readonly Drawing[], typeface: Typeface): string {
  const center = (panelX + imageWidth) / 2
  const [first, second] = drawings
  if (!first) throw new Error('A guide has no cover')
  const places = !second
    ? [isPhone(first) ? placePhone(first, center, phoneScale) : placeDesktop(first)]
    : isPhone(first)
      ? [placePhone(first, center - 145, pairScale), placePhone(second, center + 145, pairScale)]
      : [
          { x: panelX - 34, y: second.isFoot ? imageHeight - first.height * 0.92 : 70, scale: 0.92 },
          placePhone(second, imageWidth - 170, pairScale),
        ]
  const drawn = drawings.map((drawing, i) =>
    renderDrawing(drawing, typeface, places[i] ?? placeDesktop(drawing)),
  )
  return renderDrawingsStyle(drawn.join('')) + drawn.join('')
}

/** Renders a template for `fillShareTemplate`. */
export function renderShareTemplate({ shows, t, ...text }: ShareImage, typeface: Typeface): string {
  const { size, lines } = fitTitle(text, typeface)
  const first = titleLayout.top + (text.section ? sectionHeight : 0) + size * 0.86
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${imageWidth}" height="${imageHeight}">`,
    `<rect width="${imageWidth}" height="${imageHeight}" fill="#f7f8fa"/>`,
    `<rect x="${panelX}" width="${imageWidth - panelX}" height="${imageHeight}" fill="{face}"/>`,
    typeof shows === 'string'
      ? renderFigure(shows, text.locale, typeface, t)
      : renderDrawings(shows, typeface),
    text.section ? renderSection(text.section, typeface) : '',
    ...lines.map((line, i) =>
      renderText(line, typeface, {
        x: margin,
        baseline: first + i * size * titleLayout.leading,
        size,
        paint: 'fill="#14151a"',
      }),
    ),
    '{brand}',
    '</svg>',
  ].join('')
}
