import { type ListedChannel, listChannels, maxChannelPageSize } from '#contract/channels/channels.ts'
import { call } from '#lib/api/call.ts'
import type { ChannelsFilter } from './filter.ts'
import { channelList } from './store.ts'

/** Null on other views. */
function getListFilter(): Omit<ChannelsFilter, 'page'> | null {
  const { key } = channelList.$state.get()
  if (key === null) return null
  const { caller: _, page: __, ...filter } = key
  return filter
}

/** Reads the channels of all pages that the filter matches; null if the list shows something else by then. */
export async function readMatchingChannels(limit: number): Promise<ListedChannel[] | null> {
  const filter = getListFilter()
  if (filter === null) return null
  const channels: ListedChannel[] = []
  for (let page = 0; channels.length < limit; page++) {
    const query = { ...filter, page, size: maxChannelPageSize }
    const reply = await call(listChannels, { query })
    channels.push(...reply.channels)
    if (reply.channels.length < maxChannelPageSize) break
  }
  return JSON.stringify(getListFilter()) === JSON.stringify(filter) ? channels : null
}
