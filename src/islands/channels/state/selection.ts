import { computed } from 'nanostores'
import { type ListedChannel, maxBulkChannels } from '#contract/channels/channels.ts'
import { createSelection } from '#islands/kit/tables/selection.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { channelList } from './store.ts'

export const channelSelection = createSelection<ListedChannel>({
  getId: ({ id }) => id,
  limit: {
    count: maxBulkChannels,
    onExceed: () =>
      notify('error', t('channels:select.max', { max: formatNumber(maxBulkChannels, locale()) })),
  },
})

/** Selected channels, as they were last listed. */
export const $selection = computed([channelSelection.$rows, channelList.$state], (selected, { result }) => {
  const listed = new Map(result?.data.channels.map((channel) => [channel.id, channel]))
  return [...selected.values()].map((channel) => listed.get(channel.id) ?? channel)
})
