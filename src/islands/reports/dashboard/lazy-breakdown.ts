import { loadStrings } from '#lib/i18n/load-strings.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import { afterTrends } from './after-trends.ts'

/** Below the fold: loads and renders after the charts. */
export const lazyBreakdown = lazyComponent(async () => {
  await afterTrends()
  const [{ Breakdown }] = await Promise.all([
    import('#islands/reports/breakdown/Breakdown.tsx'),
    loadStrings('breakdown'),
  ])
  return Breakdown
})
