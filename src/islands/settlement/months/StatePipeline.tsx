import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { stateCountKeys } from '#contract/settlement/months.ts'
import { type StatementState, statementStates } from '#contract/settlement/statements.ts'
import { formatAmount } from '#lib/format/amount.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './StatePipeline.module.css'
import { sumPayable } from './state/rows.ts'
import { $filter, filterByState, type MonthDetail } from './state/store.ts'

/** How many statements are in each state, and how much that is; each is a filter of the table. */
export function StatePipeline({ detail }: { detail: MonthDetail }) {
  const name = useId()
  const current = useStore($filter).state
  const { states, currency, rows } = detail
  const sums = sumPayable(rows)
  const total = statementStates.reduce((count, state) => count + states[stateCountKeys[state]], 0)
  const options: { state: StatementState | undefined; count: number; amount: number }[] = [
    { state: undefined, count: total, amount: detail.totals.payable },
    ...shownStates.map((state) => ({ state, count: states[stateCountKeys[state]], amount: sums[state] })),
  ]
  return (
    <fieldset className={styles.pipeline}>
      <legend className="visually-hidden">{t('months:filter.state')}</legend>
      <div className={styles.bar} aria-hidden="true">
        {shownStates
          .filter((state) => states[stateCountKeys[state]] > 0)
          .map((state) => (
            <span key={state} data-state={state} style={{ flexGrow: states[stateCountKeys[state]] }} />
          ))}
      </div>
      <div className={styles.states}>
        {options.map(({ state, count, amount }) => (
          <label key={state ?? 'all'} data-state={state ?? 'all'}>
            <input
              type="radio"
              name={name}
              checked={state === current}
              onChange={() => filterByState(state)}
            />
            <span className={styles.option}>
              <span className="text-s">{t(state ? `settlement:states.${state}` : 'months:filter.all')}</span>{' '}
              <b className="text-l">{formatNumber(count, locale())}</b>
              {state !== undefined && state !== 'carried_over' && (
                <small>{formatAmount(amount, currency, locale())}</small>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** In the order in which a payment goes through them. */
const shownStates = ['details_required', 'awaiting_payment', 'paid', 'carried_over'] as const

/** As high as the states. */
export const StatePipelineSkeleton = () => <div className={styles.pipeline} />
