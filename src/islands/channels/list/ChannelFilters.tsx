import { useStore } from '@nanostores/react'
import { maxSearchLength } from '#contract/platform/params.ts'
import { type ChannelSorting, channelSortings } from '#islands/channels/state/filter.ts'
import { $filter, searchChannels, sortChannels } from '#islands/channels/state/store.ts'
import { useExport } from '#islands/channels/state/use-export.ts'
import { SearchField } from '#islands/kit/forms/SearchField.tsx'
import { Select } from '#islands/kit/forms/Select.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { $isManager } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './Channels.module.css'
import { MemberFilter } from './MemberFilter.tsx'

export function ChannelFilters() {
  const { search } = useStore($filter)
  const isManager = useStore($isManager)
  const { pending, save } = useExport()
  return (
    <div className={styles.filters}>
      <SearchField
        label={t('channels:filter.search')}
        value={search}
        maxLength={maxSearchLength}
        onChange={searchChannels}
      />
      {isManager && <MemberFilter />}
      <SortSelect />
      <Button aria-label={t('channels:export.list')} pending={pending} onClick={() => save()}>
        CSV
      </Button>
    </div>
  )
}

const toKey = ({ sort, order }: ChannelSorting) => (sort === 'work' ? 'work-desc' : `${sort}-${order}`)

function SortSelect() {
  const filter = useStore($filter)
  return (
    <Select
      label={t('channels:sort.label')}
      value={toKey(filter)}
      options={channelSortings.map((sorting) => ({
        value: toKey(sorting),
        label: t(`channels:sort.${toKey(sorting)}`),
      }))}
      onChange={(key) => {
        const selected = channelSortings.find((sorting) => toKey(sorting) === key)
        if (selected) sortChannels(selected)
      }}
    />
  )
}
