import { useStore } from '@nanostores/react'
import { type ChannelCounts, type ChannelState, channelStates } from '#contract/channels.ts'
import { formatNumber } from '#lib/format.ts'
import { $screen } from '#lib/screen.ts'
import { $isManager } from '#lib/session.ts'
import { locale, t } from '#lib/strings.ts'
import { SearchField } from '#shared/SearchField.tsx'
import { Segmented } from '#shared/Segmented.tsx'
import { Select } from '#shared/Select.tsx'
import styles from './Channels.module.css'
import { searchLength } from './filter.ts'
import { MemberFilter } from './MemberFilter.tsx'
import { $filter, list, searchChannels, showState } from './store.ts'

/** How the list is narrowed. */
export function Filters() {
  const { search } = useStore($filter)
  const isManager = useStore($isManager)
  return (
    <div className={styles.filters}>
      <div className={styles.states}>
        <StateFilter />
      </div>
      <SearchField
        label={t('channels:filter.search')}
        value={search}
        maxLength={searchLength}
        onChange={searchChannels}
      />
      {isManager && <MemberFilter />}
    </div>
  )
}

const all = 'all'

function StateFilter() {
  const { state } = useStore($filter)
  const { answer } = useStore(list.$state)
  const narrow = useStore($screen) === 'mobile'
  const given = {
    label: t('channels:filter.state'),
    value: state ?? all,
    options: [all, ...channelStates].map((value) => ({
      value,
      label: `${t(`channels:state.${value}`)} ${countOf(value, answer?.data.counts)}`,
    })),
    onChange: (value: string) => showState(value === all ? null : (value as ChannelState)),
  }
  return narrow ? <Select {...given} /> : <Segmented {...given} />
}

function countOf(value: string, counts: ChannelCounts | undefined): string {
  if (!counts) return '–'
  const count =
    value === all ? Object.values(counts).reduce((sum, one) => sum + one, 0) : counts[value as ChannelState]
  return formatNumber(count, locale())
}
