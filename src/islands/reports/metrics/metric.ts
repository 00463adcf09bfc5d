import { computed } from 'nanostores'
import { type TotalKey, totalKeys } from '#islands/reports/state/totals.ts'
import { $params, setParams } from '#lib/navigation/router.ts'

/** The parameter `metric` selects the dashboard's chart, profit by default. */
export const $metric = computed(
  $params,
  ({ metric }): TotalKey => totalKeys.find((key) => key === metric) ?? 'profit',
)

/** Series hidden in one chart do not exist in another. */
export const setMetric = (metric: TotalKey) =>
  setParams({ metric: metric === 'profit' ? undefined : metric, hide: undefined }, { replace: true })
