import { useStore } from '@nanostores/react'
import { type Currency, currencies } from '#contract/platform/currency.ts'
import {
  type BoardSite,
  type MonthCell,
  type MonthStep,
  monthSteps,
} from '#contract/settlement/desk/month-board.ts'
import { Select } from '#islands/kit/forms/Select.tsx'
import {
  describeState,
  formatShare,
  getStepStates,
  isStuck,
} from '#islands/settlement/desk/months/state/describe-cell.ts'
import { type Board, findCells } from '#islands/settlement/desk/months/state/store.ts'
import { MonthChip } from '#islands/settlement/months/state/MonthChip.tsx'
import { formatSignedPercent } from '#lib/format/amount.ts'
import { formatMonth } from '#lib/format/day.ts'
import { formatMoney, formatMoneyChange, formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $params, setParams } from '#lib/navigation/router.ts'
import type { TextKey } from '#lib/texts/catalog.ts'
import styles from './ChosenMonth.module.css'
import { SiteTable } from './SiteTable.tsx'

interface ChosenMonthProps {
  board: Board
  month: string
  /** Null: all. */
  site: BoardSite | null
}

/** What the chosen month pays, compared with the one before, and which steps are done. */
export function ChosenMonth({ board, month, site }: ChosenMonthProps) {
  const shown = findCells(board, month, site).filter(({ state }) => state !== 'none')
  const at = board.months.findIndex((one) => one.month === month)
  const before = findCells(board, board.months[at - 1]?.month ?? null, site)
  const state = board.months[at]?.state
  return (
    <section className="card" aria-labelledby="chosen-month" data-chosen-month={month}>
      <div className={styles.head}>
        <div className="wrap items-center gap-2">
          <h2 id="chosen-month" tabIndex={-1}>
            {site?.name ?? t('desk-months:chosen.allSites')}{' '}
            <span className="muted">{formatMonth(month, locale())}</span>
          </h2>
          {state && <MonthChip month={{ state, closedAt: null, releasedAt: null }} />}
        </div>
        {board.sites.length > 1 && <SitePicker sites={board.sites} />}
      </div>
      {shown.length === 0 ? (
        <p className="note">{t(`desk-months:chosen.${at === -1 ? 'older' : 'nothing'}`)}</p>
      ) : (
        <div className={styles.answer}>
          <Sums cells={shown} before={before} month={board.months[at - 1]?.month} />
          <Stepper cells={shown} />
        </div>
      )}
      {site === null && shown.length > 1 && <SiteTable sites={board.sites} cells={shown} before={before} />}
    </section>
  )
}

function SitePicker({ sites }: { sites: readonly BoardSite[] }) {
  const { site = '' } = useStore($params)
  return (
    <Select
      label={t('desk:filters.site')}
      value={sites.some(({ id }) => String(id) === site) ? site : ''}
      options={[
        { value: '', label: t('desk-months:chosen.allSites') },
        ...sites.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(value) => setParams({ site: value || undefined })}
    />
  )
}

interface Sum {
  currency: Currency
  payable: number
  statements: number
  /** Null: it is not known of all that the sum is of. */
  before: number | null
}

/** By currency; without cells whose amounts are not known yet. */
export function sumCells(cells: readonly MonthCell[], before: readonly MonthCell[]): Sum[] {
  const known = cells.filter(({ payable }) => payable !== null)
  const sum = (rows: readonly MonthCell[]) => rows.reduce((total, { payable }) => total + (payable ?? 0), 0)
  const found = currencies.filter((one) => known.some(({ currency }) => currency === one))
  return found.map((currency) => {
    const own = known.filter((cell) => cell.currency === currency)
    const earlier = own.map(({ site }) =>
      before.find((cell) => cell.site === site && cell.currency === currency),
    )
    const isKnown = earlier.every((cell) => cell !== undefined && cell.payable !== null)
    return {
      currency,
      payable: sum(own),
      statements: own.reduce((total, { statements }) => total + statements, 0),
      before: isKnown ? sum(earlier.filter((cell) => cell !== undefined)) : null,
    }
  })
}

interface SumsProps {
  cells: readonly MonthCell[]
  before: readonly MonthCell[]
  month: string | undefined
}

function Sums({ cells, before, month }: SumsProps) {
  const sums = sumCells(cells, before)
  if (sums.length === 0) return <p className={styles.unknown}>{t('desk-months:chosen.unknown')}</p>
  return (
    <div className={styles.sums}>
      {sums.map(({ currency, payable, statements, before: earlier }) => (
        <div key={currency}>
          <p className={styles.amount} data-payable={currency}>
            {formatMoney(payable, currency, locale())}
          </p>
          <p className="note">
            {t('desk-months:chosen.payable', {
              count: statements,
              total: formatNumber(statements, locale()),
            })}
            {earlier !== null && month !== undefined && (
              <Change amount={payable} before={earlier} currency={currency} month={month} />
            )}
          </p>
        </div>
      ))}
    </div>
  )
}

interface ChangeProps {
  amount: number
  before: number
  currency: Currency
  month: string
}

const Change = ({ amount, before, currency, month }: ChangeProps) => (
  <span>
    {' '}
    {t('months:answer.than', { month: formatMonth(month, locale()) })}{' '}
    <b className={amount < before ? 'bad' : 'good'}>
      {formatMoneyChange(amount - before, currency, locale())}
      {before > 0 && ` (${formatSignedPercent(amount / before - 1, locale())})`}
    </b>
  </span>
)

/** A step of several sites is done when it is done for all of them. */
function Stepper({ cells }: { cells: readonly MonthCell[] }) {
  const slowest = cells.reduce((one, other) => (other.done.length < one.done.length ? other : one))
  const done = monthSteps.filter((step) => cells.every((cell) => cell.done.includes(step)))
  const states = getStepStates({ state: slowest.state, done })
  const isWaiting = isStuck(slowest)
  return (
    <ol className={styles.stepper} aria-label={t('desk-months:steps.title')}>
      {monthSteps.map((step, at) => (
        <li key={step} data-step={states[step]} aria-current={isCurrent(states[step]) ? 'step' : undefined}>
          <span className={styles.mark} aria-hidden="true">
            {states[step] === 'done' ? <Check /> : at + 1}
          </span>
          <b>{t(stepTexts[step])}</b>
          <small className={isCurrent(states[step]) && isWaiting ? 'warn' : undefined}>
            {isCurrent(states[step])
              ? describeState(slowest)
              : describeDone(step, states[step] === 'done', cells)}
          </small>
        </li>
      ))}
    </ol>
  )
}

const stepTexts = {
  files: 'month-closing:column.files',
  reconciled: 'desk-months:steps.reconciled',
  previewed: 'desk-months:steps.previewed',
  closed: 'desk-months:steps.closed',
  released: 'month-closing:release.confirm',
  paid: 'settlement:amounts.payments',
} as const satisfies Record<MonthStep, TextKey>

const isCurrent = (state: string) => state === 'stuck' || state === 'next'

const Check = () => (
  <svg className="icon small" viewBox="0 0 12 12" aria-hidden="true">
    <path d="m2.5 6.5 2.5 2.5 4.5-5.5" />
  </svg>
)

/** A figure of the step, if it has one. */
function describeDone(step: MonthStep, isDone: boolean, cells: readonly MonthCell[]): string {
  const files = cells.map((cell) => cell.files)
  if (
    step === 'paid' &&
    cells.some(({ due }) => due > 0) &&
    new Set(cells.map(({ currency }) => currency)).size === 1
  )
    return formatShare(
      cells.reduce((sum, { paid }) => sum + paid, 0),
      cells.reduce((sum, { due }) => sum + due, 0),
    )
  if (step === 'files' && cells.length === 1 && files[0]) return formatNumber(files[0].imported, locale())
  return t(isDone ? 'desk-months:steps.isDone' : 'desk-months:steps.isOpen')
}
