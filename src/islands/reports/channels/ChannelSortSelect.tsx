import { useStore } from '@nanostores/react'
import { Select } from '#islands/forms/Select.tsx'
import { t } from '#lib/i18n/strings.ts'
import { type ChannelSorting, channelSortings } from './filter.ts'
import { $channelFilter, sortChannels } from './store.ts'

const getSortingKey = ({ sort, order }: ChannelSorting) => `${sort}-${order}`

export function ChannelSortSelect() {
  const filter = useStore($channelFilter)
  return (
    <Select
      label={t('reports:sort.label')}
      value={getSortingKey(filter)}
      options={channelSortings.map((sorting) => ({
        value: getSortingKey(sorting),
        label: t(`channel-report:sort.${getSortingKey(sorting)}`),
      }))}
      onChange={(name) => {
        const selected = channelSortings.find((sorting) => getSortingKey(sorting) === name)
        if (selected) sortChannels(selected)
      }}
    />
  )
}
