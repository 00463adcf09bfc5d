import { useStore } from '@nanostores/react'
import { channelStates } from '#contract/channels/channel-states.ts'
import { $filter, channelList, filterByState } from '#islands/channels/state/store.ts'
import { FilterPipeline } from '#islands/kit/forms/FilterPipeline.tsx'
import { may } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './StagePipeline.module.css'
import { StageTiming } from './StageTiming.tsx'
import { StateIcon, stateMarks } from './StatusChips.tsx'

const isKnown = (seconds: number | null) => seconds !== null

/** Shows how many channels are at each stage, and, to a manager, how long the stages take. */
export function StagePipeline() {
  const { state: current } = useStore($filter)
  const { result } = useStore(channelList.$state)
  const seesChannels = useStore(may('channels.read'), { ssr: () => true })
  const counts = result?.data.counts
  const timing = result?.data.timing
  const hasTiming = !timing || Object.values(timing).some((stage) => Object.values(stage).some(isKnown))
  const total = counts ? channelStates.reduce((sum, state) => sum + counts[state], 0) : null
  return (
    <FilterPipeline
      label={t('common:status')}
      className={styles.pipeline}
      states={[
        { state: undefined, label: t('common:all'), count: total, tone: 'plain' },
        ...channelStates.map((state) => ({
          state,
          label: t(`channel-states:${state}`),
          count: counts?.[state] ?? null,
          tone: state === 'held' ? state : stateMarks[state].tone,
          icon: <StateIcon shape={stateMarks[state].shape} />,
        })),
      ]}
      current={current}
      onChoose={filterByState}
    >
      {seesChannels && hasTiming && (
        <div data-audience="channels.read">
          <StageTiming timing={timing} />
        </div>
      )}
    </FilterPipeline>
  )
}
