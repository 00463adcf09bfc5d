import type { SiteMetadata } from '#contract/portal/site.ts'
import { applySecondaryChartColor } from '#lib/site/chart-color.ts'
import { showSite } from './before-paint.ts'

export function showIslandSite(site: SiteMetadata): void {
  showSite(site)
  applySecondaryChartColor()
}
