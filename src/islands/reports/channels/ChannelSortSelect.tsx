import { useStore } from '@nanostores/react'
import { t } from '#lib/strings.ts'
import { Select } from '#shared/Select.tsx'
import { type ChannelSorting, channelSortings } from './filter.ts'
import { $channelFilter, sortChannels } from './store.ts'

const nameOf = ({ sort, order }: ChannelSorting) => `${sort}-${order}`

/** Where there are no heads of columns to sort by. */
export function ChannelSortSelect() {
  const filter = useStore($channelFilter)
  return (
    <Select
      label={t('reports:sort.label')}
      value={nameOf(filter)}
      options={channelSortings.map((sorting) => ({
        value: nameOf(sorting),
        label: t(`channel-report:sort.${nameOf(sorting)}`),
      }))}
      onChange={(name) => {
        const wanted = channelSortings.find((sorting) => nameOf(sorting) === name)
        if (wanted) sortChannels(wanted)
      }}
    />
  )
}
