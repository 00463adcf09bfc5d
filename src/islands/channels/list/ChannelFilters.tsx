import { useStore } from '@nanostores/react'
import { maxSearchLength } from '#contract/platform/params.ts'
import { channelSortings } from '#islands/channels/state/filter.ts'
import { $filter, searchChannels, sortChannels } from '#islands/channels/state/store.ts'
import { useExport } from '#islands/channels/state/use-export.ts'
import { SearchField } from '#islands/kit/forms/SearchField.tsx'
import { SortSelect } from '#islands/kit/tables/SortSelect.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { $isManager } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './Channels.module.css'
import { MemberFilter } from './MemberFilter.tsx'

export function ChannelFilters() {
  const filter = useStore($filter)
  const isManager = useStore($isManager)
  const { pending, save } = useExport()
  return (
    <div className={styles.filters}>
      <SearchField
        label={t('channels:filter.search')}
        value={filter.search}
        maxLength={maxSearchLength}
        onChange={searchChannels}
      />
      {isManager && <MemberFilter />}
      <SortSelect
        label={t('channels:sort.label')}
        current={filter}
        sortings={channelSortings}
        text={({ sort, order }) => t(`channels:sort.${sort === 'work' ? 'work-desc' : `${sort}-${order}`}`)}
        onSort={sortChannels}
      />
      <Button aria-label={t('channels:export.list')} pending={pending} onClick={() => save()}>
        CSV
      </Button>
    </div>
  )
}
