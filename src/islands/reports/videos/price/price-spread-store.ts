import { readPriceSpread } from '#contract/reports/price-spread.ts'
import { $listFilter } from '#islands/reports/videos/state/infinite-list.ts'
import { createQuery } from '#lib/api/query.ts'

export const priceSpread = createQuery($listFilter, readPriceSpread, ({ caller: _, ...query }) => query)
