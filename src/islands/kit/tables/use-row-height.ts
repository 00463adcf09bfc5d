import { useStore } from '@nanostores/react'
import { $design } from '#lib/site/site.ts'

const defaultHeight = 52

/** Of a table's row in pixels, as the site's design sets it: for lists that place their rows. */
export function useRowHeight(): number {
  useStore($design)
  const height = getComputedStyle(document.documentElement).getPropertyValue('--row')
  return Number.parseInt(height, 10) || defaultHeight
}
