import { afterTrends } from '#islands/reports/dashboard/after-trends.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'

/** Below the fold: loads and renders after the chart. */
export const lazyPriceSpread = lazyComponent(async () => {
  await afterTrends()
  return (await import('./PriceSpread.tsx')).PriceSpread
})
