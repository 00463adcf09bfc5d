import { parseColor, type Rgb } from './color.ts'

/** On the yellow side of grey: red-green colour-blind eyes tell these from blue, and all others from orange. */
const isWarm = ([red, green, blue]: Rgb) => blue < (red + green) / 2

/** The colour of a chart's series beside the one in the site's own. */
export const pickSecondaryChartColor = (primary: Rgb) =>
  isWarm(primary) ? 'var(--chart-1)' : 'var(--chart-2)'

/** Sets it for the colour that the page has. */
export function applySecondaryChartColor(): void {
  const root = document.documentElement
  const primary = parseColor(getComputedStyle(root).getPropertyValue('--primary').trim())
  if (primary) root.style.setProperty('--chart-beside', pickSecondaryChartColor(primary))
}
