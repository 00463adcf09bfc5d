import { useStore } from '@nanostores/react'
import { stateCountKeys } from '#contract/settlement/months.ts'
import { type StatementState, statementStates } from '#contract/settlement/statements.ts'
import { FilterPipeline } from '#islands/kit/forms/FilterPipeline.tsx'
import { formatMoney } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './StatePipeline.module.css'
import { sumPayable } from './state/rows.ts'
import { $filter, filterByState, type MonthDetail } from './state/store.ts'

/** States in the order in which a payment passes through them. */
const shownStates = [
  'details_required',
  'awaiting_payment',
  'exported',
  'returned',
  'partly_paid',
  'paid',
  'forfeited',
  'carried_over',
] as const
/** Shown also if no statement is in it. */
const usualStates: readonly StatementState[] = [
  'details_required',
  'awaiting_payment',
  'paid',
  'carried_over',
]

const tones = {
  details_required: 'warn',
  awaiting_payment: 'primary',
  exported: 'primary',
  returned: 'bad',
  partly_paid: 'warn',
  paid: 'good',
  forfeited: 'rest',
  carried_over: 'rest',
} as const

/** Shows the number and the amount of the statements in each state. */
export function StatePipeline({ detail: { states, currency, rows } }: { detail: MonthDetail }) {
  const sums = sumPayable(rows)
  const total = statementStates.reduce((count, state) => count + states[stateCountKeys[state]], 0)
  return (
    <FilterPipeline
      label={t('months:filter.state')}
      className={styles.pipeline}
      states={[
        { state: undefined, label: t('common:all'), count: total, tone: 'rest' },
        ...shownStates
          .filter((state) => usualStates.includes(state) || states[stateCountKeys[state]] > 0)
          .map((state) => ({
            state,
            label: t(`settlement:states.${state}`),
            count: states[stateCountKeys[state]],
            tone: tones[state],
            note: state !== 'carried_over' && formatMoney(sums[state], currency, locale()),
          })),
      ]}
      current={useStore($filter).state}
      onChoose={filterByState}
    />
  )
}

/** Matches the height of the states. */
export const StatePipelineSkeleton = () => <div className={styles.pipeline} />
