import { readPriceSpread } from '#contract/price-spread.ts'
import { createQuery } from '#lib/api/query.ts'
import { $listFilter } from './infinite-list.ts'

export const priceSpread = createQuery($listFilter, readPriceSpread, ({ caller: _, ...query }) => query)
