import * as z from 'zod/mini'
import { MonthOrder, readMonth } from '#contract/settlement/months.ts'
import { createAddressFilter } from '#lib/navigation/address.ts'

const { search, state, krwMicros } = readMonth.query.shape

const MonthFilter = z.object({
  search,
  state,
  krwMicros,
  ...MonthOrder,
})
export type MonthFilter = z.output<typeof MonthFilter>

export const { parse: parseFilter, toParams } = createAddressFilter(
  MonthFilter,
  ['search', 'state', 'krwMicros', 'sort', 'order'],
  { krwMicros: 'rate' },
)
