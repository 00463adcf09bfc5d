import { parseColor, type Rgb } from '#contract/platform/color.ts'

/** Colors on the yellow side of gray stay distinct from blue with red-green color blindness, all others from orange. */
const isWarm = ([red, green, blue]: Rgb) => blue < (red + green) / 2

export const pickSecondaryChartColor = (primary: Rgb) =>
  isWarm(primary) ? 'var(--chart-blue)' : 'var(--chart-orange)'

/** Call after `applyTheme`. */
export function applySecondaryChartColor(): void {
  const { style } = document.documentElement
  const primary = parseColor(style.getPropertyValue('--primary'))
  if (primary) style.setProperty('--chart-beside', pickSecondaryChartColor(primary))
}
