import { black, ensureContrast, type Rgb, white } from '#contract/platform/color.ts'
import { type Canvas, page, type TextStyle } from './canvas.ts'
import type { Brand } from './model.ts'

const margin = { top: 52, side: 48, bottom: 62 }
export const column = { x: margin.side, width: page.width - 2 * margin.side }
export const footerTop = page.height - margin.bottom + 14
const bottom = page.height - margin.bottom
const barHeight = 6

/** Text has the contrast of WCAG AA on white and on the tint. */
export interface Palette {
  primary: Rgb
  tint: Rgb
  primaryInk: Rgb
}

export const createPalette = ({ primary, tint }: Brand): Palette => ({
  primary,
  tint,
  primaryInk: ensureContrast(primary, [white, tint], black),
})

const ink: Rgb = [0.086, 0.094, 0.114]
const softInk: Rgb = [0.27, 0.286, 0.33]
const mutedInk: Rgb = [0.37, 0.39, 0.44]
export const hairline: Rgb = [0.87, 0.878, 0.898]
export const gain: Rgb = [0.31, 0.63, 0.48]
export const loss: Rgb = [0.81, 0.42, 0.39]

export const styles = {
  name: { size: 15, weight: 700, color: ink },
  title: { size: 20, weight: 700, color: ink },
  heading: { size: 11.5, weight: 700, color: ink },
  answer: { size: 27, weight: 700, color: ink },
  state: { size: 11, weight: 700, color: ink },
  body: { size: 9.5, weight: 400, color: ink },
  soft: { size: 9.5, weight: 400, color: softInk },
  strong: { size: 9.5, weight: 700, color: ink },
  small: { size: 8, weight: 400, color: mutedInk },
} as const satisfies Record<string, TextStyle>

/** Tracks the position of the next block. */
export interface Flow {
  readonly canvas: Canvas
  readonly palette: Palette
  y: number
}

export function startFlow(canvas: Canvas, brand: Brand): Flow {
  const flow = { canvas, palette: createPalette(brand), y: 0 }
  breakPage(flow)
  return flow
}

export function breakPage(flow: Flow): void {
  const { canvas, palette } = flow
  canvas.addPage()
  canvas.markArtifact('Pagination', () =>
    canvas.fill({ x: 0, y: 0, width: page.width, height: barHeight }, palette.primary),
  )
  flow.y = margin.top
}

/** Starts a page unless `height` is left on this one. @returns whether it did */
export function reserve(flow: Flow, height: number): boolean {
  if (flow.y + height <= bottom) return false
  breakPage(flow)
  return true
}

export const drawRule = ({ canvas }: Flow, y: number, color: Rgb, thickness = 0.6): void =>
  canvas.markArtifact('Layout', () =>
    canvas.fill({ x: column.x, y: y - thickness / 2, width: column.width, height: thickness }, color),
  )
