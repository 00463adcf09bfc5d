import { listChannels } from '#contract/channels.ts'
import { createAddressFilter } from '#lib/navigation/address.ts'

export const {
  parse: parseFilter,
  toParams,
  defaults: emptyFilter,
} = createAddressFilter(listChannels.query, ['search', 'state', 'member', 'page'])

export type ChannelsFilter = ReturnType<typeof parseFilter>

export const isFiltered = ({ search, state, member }: ChannelsFilter) =>
  search !== '' || state !== undefined || member !== undefined
