import { ChannelSort } from '#contract/reports/channel-report.ts'
import { SortOrder } from '#contract/reports/reports.ts'

/** Formats `profit-desc`, for addresses and for the keys of texts. */
export const formatChannelOrder = ({ sort, order }: { sort: ChannelSort; order: SortOrder }) =>
  `${sort}-${order}`

/** Null if the text is not an order. */
export function parseChannelOrder(text = '') {
  const [sort, order, ...rest] = text.split('-')
  const parsed = { sort: ChannelSort.safeParse(sort), order: SortOrder.safeParse(order) }
  return parsed.sort.success && parsed.order.success && rest.length === 0
    ? { sort: parsed.sort.data, order: parsed.order.data }
    : null
}
