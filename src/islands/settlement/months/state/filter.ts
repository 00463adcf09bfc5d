import * as z from 'zod/mini'
import { SortOrder } from '#contract/reports/reports.ts'
import { readMonth } from '#contract/settlement/months.ts'
import { createAddressFilter } from '#lib/navigation/address.ts'
import { tableColumns } from './columns.ts'

const { search, state, krwMicros } = readMonth.query.shape

const MonthFilter = z.object({
  search,
  state,
  krwMicros,
  sort: z._default(z.enum(tableColumns), 'payable'),
  order: z._default(SortOrder, 'desc'),
})
export type MonthFilter = z.output<typeof MonthFilter>

export const { parse: parseFilter, toParams } = createAddressFilter(
  MonthFilter,
  ['search', 'state', 'krwMicros', 'sort', 'order'],
  { krwMicros: 'rate' },
)
