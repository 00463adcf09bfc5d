import { ChannelSort } from '#contract/reports/channel-report.ts'
import { SortOrder } from '#contract/reports/reports.ts'

/** `profit-desc`, in an address and in the names of the texts. */
export const formatChannelOrder = ({ sort, order }: { sort: ChannelSort; order: SortOrder }) =>
  `${sort}-${order}`

/** Null for what is none. */
export function parseChannelOrder(text = '') {
  const [sort, order, ...rest] = text.split('-')
  const parsed = { sort: ChannelSort.safeParse(sort), order: SortOrder.safeParse(order) }
  return parsed.sort.success && parsed.order.success && rest.length === 0
    ? { sort: parsed.sort.data, order: parsed.order.data }
    : null
}
