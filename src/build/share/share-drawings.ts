import { type Palette, renderLightStyle } from '#components/guides/screens/drawing-style.ts'
import { renderText, type Typeface } from '#lib/share/typeface.ts'

// Renders pictures of guide steps as parts of share pictures: texts become outlines, and colors become the site's.

const brandPalette: Partial<Record<keyof Palette, string>> = {
  accent: '{accent}',
  accentFace: '{face}',
  onAccent: '{onFace}',
  tint: '{tint}',
  chosen: '{chosen}',
  wave: '{wave}',
}

const decodeText = (text: string) =>
  text.replace(/&#(\d+);|&(amp|lt|gt|quot);/g, (_, code?: string, name = '') =>
    code
      ? String.fromCodePoint(Number(code))
      : ({ amp: '&', lt: '<', gt: '>', quot: '"' }[name as string] ?? ''),
  )

const getAttribute = (attributes: string, name: string) =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]

const toAnchor = (anchor: string | undefined) => (anchor === 'middle' || anchor === 'end' ? anchor : 'start')

export interface Drawing {
  readonly width: number
  readonly height: number
  /** True for a phone that is cropped at the top instead of the foot. */
  readonly isFoot: boolean
  /** Texts in the drawing. */
  readonly texts: readonly string[]
  render(typeface: Typeface): string
}

const textPattern = /<text([^>]*)>([^<]*)<\/text>/g

/** Parses a step's picture file. Its styles then apply to the whole picture that contains it. */
export function parseDrawing(svg: string): Drawing {
  const [, viewWidth = '', viewHeight = ''] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []
  const body = svg.replace(/^.*?<\/style>/s, '').replace(/<\/svg>\s*$/, '')
  return {
    width: Number(viewWidth),
    height: Number(viewHeight),
    isFoot: /class="case"[^>]* y="-/.test(body),
    texts: Array.from(body.matchAll(textPattern), ([, , text = '']) => decodeText(text)),
    render: (typeface) =>
      body.replace(textPattern, (_, attributes: string, text: string) => {
        const size = Number(getAttribute(attributes, 'font-size'))
        return renderText(decodeText(text), typeface, {
          x: Number(getAttribute(attributes, 'x')),
          baseline: Number(getAttribute(attributes, 'y')) + size * 0.36,
          size,
          paint: `class="${getAttribute(attributes, 'class')}"`,
          anchor: toAnchor(getAttribute(attributes, 'text-anchor')),
        })
      }),
  }
}

export const renderDrawing = (
  drawing: Drawing,
  typeface: Typeface,
  { x, y, scale }: { x: number; y: number; scale: number },
) => {
  const [width, height] = [drawing.width * scale, drawing.height * scale]
  return `<svg class="drawing" x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 ${drawing.width} ${drawing.height}">${drawing.render(typeface)}</svg>`
}

export const renderDrawingsStyle = (drawings: string): string =>
  `<style>${renderLightStyle(drawings.replaceAll(' class="drawing"', ''), brandPalette)}</style>`
