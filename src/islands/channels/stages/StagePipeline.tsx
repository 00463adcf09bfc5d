import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { type ChannelState, channelStates } from '#contract/channels/channel-states.ts'
import type { ChannelCounts } from '#contract/channels/channels.ts'
import { $filter, channelList, filterByState } from '#islands/channels/state/store.ts'
import { formatNumber, missingValue } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './StagePipeline.module.css'
import { StageTiming } from './StageTiming.tsx'
import { StateIcon, stateMarks } from './StatusChips.tsx'

/** How many channels are at each stage; each is a filter. Below, how long the stages take. */
export function StagePipeline() {
  const name = useId()
  const { state: current } = useStore($filter)
  const { result } = useStore(channelList.$state)
  const counts = result?.data.counts
  const stages = [undefined, ...channelStates]
  return (
    <fieldset className={styles.pipeline}>
      <legend className="visually-hidden">{t('channels:filter.state')}</legend>
      <StageBar counts={counts} />
      <div className={styles.stages}>
        {stages.map((stage) => (
          <label key={stage ?? 'all'} data-stage={stage ?? 'all'}>
            <input
              type="radio"
              name={name}
              checked={stage === current}
              onChange={() => filterByState(stage)}
            />
            <span>
              {stage && <StateIcon shape={stateMarks[stage].shape} />}
              <span className="text-s">{t(`channels:state.${stage ?? 'all'}`)}</span>{' '}
              <b className="text-l bold">{formatStageCount(stage, counts)}</b>
            </span>
          </label>
        ))}
      </div>
      <StageTiming timing={result?.data.timing} />
    </fieldset>
  )
}

const sum = (counts: ChannelCounts) => channelStates.reduce((total, state) => total + counts[state], 0)

function formatStageCount(stage: ChannelState | undefined, counts: ChannelCounts | undefined): string {
  if (!counts) return missingValue
  return formatNumber(stage ? counts[stage] : sum(counts), locale())
}

/** Shares of the stages, as decoration: the numbers are below. */
const StageBar = ({ counts }: { counts: ChannelCounts | undefined }) => (
  <div className={styles.bar} aria-hidden="true">
    {counts &&
      channelStates
        .filter((state) => counts[state] > 0)
        .map((state) => <span key={state} data-stage={state} style={{ flexGrow: counts[state] }} />)}
  </div>
)
