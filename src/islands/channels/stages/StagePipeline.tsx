import { useStore } from '@nanostores/react'
import { channelStates } from '#contract/channels/channel-states.ts'
import { $filter, channelList, filterByState } from '#islands/channels/state/store.ts'
import { FilterPipeline } from '#islands/kit/forms/FilterPipeline.tsx'
import { t } from '#lib/i18n/strings.ts'
import styles from './StagePipeline.module.css'
import { StageTiming } from './StageTiming.tsx'
import { StateIcon, stateMarks } from './StatusChips.tsx'

/** Shows how many channels are at each stage, and below how long the stages take. */
export function StagePipeline() {
  const { state: current } = useStore($filter)
  const { result } = useStore(channelList.$state)
  const counts = result?.data.counts
  const total = counts ? channelStates.reduce((sum, state) => sum + counts[state], 0) : null
  return (
    <FilterPipeline
      label={t('channels:filter.state')}
      className={styles.pipeline}
      states={[
        { state: undefined, label: t('channels:state.all'), count: total, tone: 'plain' },
        ...channelStates.map((state) => ({
          state,
          label: t(`channels:state.${state}`),
          count: counts?.[state] ?? null,
          tone: state === 'held' ? state : stateMarks[state].tone,
          icon: <StateIcon shape={stateMarks[state].shape} />,
        })),
      ]}
      current={current}
      onChoose={filterByState}
    >
      <StageTiming timing={result?.data.timing} />
    </FilterPipeline>
  )
}
