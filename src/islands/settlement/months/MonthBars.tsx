import type { MonthState, MonthSummary } from '#contract/settlement/months.ts'
import { formatAmountShort } from '#lib/format/amount.ts'
import { formatMonth, formatMonthShort } from '#lib/format/day.ts'
import { formatMoney, missingValue } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { listFacts } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './MonthBars.module.css'
import { getMonthPath } from './state/month-path.ts'
import type { MonthDetail } from './state/store.ts'

const maxBars = 8

interface Bar {
  month: string
  state: MonthState
  /** null: not known while the month is open, or no member has a statement. */
  payable: number | null
}

interface MonthBarsProps {
  current: MonthDetail
  list: readonly MonthSummary[]
}

/** Shows payable amounts of the months around this one; each leads to its month. */
export function MonthBars({ current, list }: MonthBarsProps) {
  const bars = selectBars(current, list)
  const highest = Math.max(1, ...bars.map(({ payable }) => payable ?? 0))
  return (
    <div className={styles.bars}>
      <h3 className="note" id="month-bars">
        {t('months:bars.title')}
      </h3>
      <ol className={styles.list} aria-labelledby="month-bars">
        {bars.map(({ month, state, payable }) => (
          <li key={month}>
            <a
              className={styles.bar}
              href={localizePath(getMonthPath(month), locale())}
              aria-current={month === current.month ? 'page' : undefined}
              data-state={state}
            >
              <span className={styles.value} aria-hidden="true">
                {payable === null ? missingValue : formatAmountShort(payable, current.currency, locale())}
              </span>
              <span className={styles.column} aria-hidden="true">
                <span style={{ blockSize: `${((payable ?? 0) / highest) * 100}%` }} />
              </span>
              <span className={styles.month}>
                <span aria-hidden="true">{formatMonthShort(month, locale())}</span>
                <span className="visually-hidden">
                  {formatMonth(month, locale())}
                  {': '}
                  {describeBar(state, payable, current.currency)}
                </span>
                <small className={styles.state} aria-hidden="true">
                  {state !== 'released' && t(`months:state.${state}`)}
                </small>
              </span>
            </a>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** "₩600,000, not released". */
const describeBar = (state: MonthState, payable: number | null, currency: MonthDetail['currency']): string =>
  listFacts([
    ...(payable === null ? [] : [formatMoney(payable, currency, locale())]),
    ...(state === 'released' ? [] : [t(`months:state.${state}`)]),
  ]) || missingValue

/** Selects months around the current one, oldest first. */
function selectBars(current: MonthDetail, list: readonly MonthSummary[]): Bar[] {
  const at = list.findIndex(({ month }) => month === current.month)
  const start = Math.max(0, Math.min(at - 1, list.length - maxBars))
  return list
    .slice(start, start + maxBars)
    .map(({ month, state, members }): Bar => {
      const isCurrent = month === current.month && current.krwMicros !== null
      return {
        month,
        state,
        payable: isCurrent ? current.totals.payable : (members?.payable ?? null),
      }
    })
    .reverse()
}

export const MonthBarsSkeleton = () => <div className={styles.bars} />
