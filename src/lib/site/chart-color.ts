import { parseColor, type Rgb } from './color.ts'

/** On the yellow side of gray: these stay distinct from blue with red-green color blindness, all others from orange. */
const isWarm = ([red, green, blue]: Rgb) => blue < (red + green) / 2

export const pickSecondaryChartColor = (primary: Rgb) =>
  isWarm(primary) ? 'var(--chart-1)' : 'var(--chart-2)'

export function applySecondaryChartColor(): void {
  const root = document.documentElement
  const primary = parseColor(getComputedStyle(root).getPropertyValue('--primary').trim())
  if (primary) root.style.setProperty('--chart-beside', pickSecondaryChartColor(primary))
}
