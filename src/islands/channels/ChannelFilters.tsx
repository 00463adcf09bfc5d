import { useStore } from '@nanostores/react'
import { type ChannelCounts, type ChannelState, channelStates } from '#contract/channels.ts'
import { maxSearchLength } from '#contract/params.ts'
import { SearchField } from '#islands/forms/SearchField.tsx'
import { SegmentedControl } from '#islands/forms/SegmentedControl.tsx'
import { Select } from '#islands/forms/Select.tsx'
import { $isManager } from '#lib/api/session.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $screenClass } from '#lib/page/screen-class.ts'
import styles from './Channels.module.css'
import { MemberFilter } from './MemberFilter.tsx'
import { $filter, channelList, filterByState, searchChannels } from './store.ts'

export function ChannelFilters() {
  const { search } = useStore($filter)
  const isManager = useStore($isManager)
  return (
    <div className={`wrap items-start gap-2 ${styles.filters}`}>
      <div className={styles.states}>
        <StateFilter />
      </div>
      <SearchField
        label={t('channels:filter.search')}
        value={search}
        maxLength={maxSearchLength}
        onChange={searchChannels}
      />
      {isManager && <MemberFilter />}
    </div>
  )
}

const all = 'all'

function StateFilter() {
  const { state } = useStore($filter)
  const { result } = useStore(channelList.$state)
  const isMobile = useStore($screenClass) === 'mobile'
  const props = {
    label: t('channels:filter.state'),
    value: state ?? all,
    options: [all, ...channelStates].map((value) => ({
      value,
      label: `${t(`channels:state.${value}`)} ${formatStateCount(value, result?.data.counts)}`,
    })),
    onChange: (value: string) => filterByState(value === all ? undefined : (value as ChannelState)),
  }
  return isMobile ? <Select {...props} /> : <SegmentedControl {...props} />
}

function formatStateCount(value: string, counts: ChannelCounts | undefined): string {
  if (!counts) return '–'
  const count =
    value === all ? Object.values(counts).reduce((sum, one) => sum + one, 0) : counts[value as ChannelState]
  return formatNumber(count, locale())
}
