import {
  type ListedChannel,
  listChannels,
  maxBulkChannels,
  maxChannelPageSize,
} from '#contract/channels/channels.ts'
import { useAction } from '#islands/kit/hooks/use-action.ts'
import { call } from '#lib/api/call.ts'
import { notify } from '#lib/page/snackbars.ts'
import type { ChannelsFilter } from './filter.ts'
import { channelSelection } from './selection.ts'
import { channelList } from './store.ts'

/** Null on other views. */
function getListFilter(): Omit<ChannelsFilter, 'page'> | null {
  const { key } = channelList.$state.get()
  if (key === null) return null
  const { caller: _, page: __, ...filter } = key
  return filter
}

/** Selects the channels of all pages that the filter matches, up to the limit of the selection. */
export function useSelectAll() {
  const { pending, run } = useAction(({ message }) => notify('error', message))
  const selectAll = () =>
    run(async () => {
      const filter = getListFilter()
      if (filter === null) return
      const channels = await readChannels(filter)
      // The list may show something else by now.
      if (JSON.stringify(getListFilter()) === JSON.stringify(filter)) channelSelection.set(channels, true)
    })
  return { pending, selectAll }
}

async function readChannels(filter: Omit<ChannelsFilter, 'page'>): Promise<ListedChannel[]> {
  const channels: ListedChannel[] = []
  for (let page = 0; channels.length < maxBulkChannels; page++) {
    const query = { ...filter, page, size: maxChannelPageSize }
    const reply = await call(listChannels, { query })
    channels.push(...reply.channels)
    if (reply.channels.length < maxChannelPageSize) break
  }
  return channels
}
