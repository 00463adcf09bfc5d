import { useStore } from '@nanostores/react'
import type { StatementDetail } from '#contract/settlement/statement-detail.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { getFirstDay, getLastDay } from '#islands/settlement/statements/state/months.ts'
import { StateChip } from '#islands/settlement/statements/state/StateChip.tsx'
import { $user } from '#lib/api/session.ts'
import { formatDay, formatLocalDay, formatMonthName } from '#lib/format/day.ts'
import { formatMoney, formatPercent } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { addNote } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import type { TextKey } from '#lib/texts/catalog.ts'
import { computeNetChange } from './comparisons.ts'
import styles from './Statement.module.css'
import { Waterfall } from './Waterfall.tsx'

/** Shows how much is paid, when, and how it came about. */
export function StatementAnswer({ statement }: { statement: StatementDetail | null }) {
  if (!statement) return <AnswerSkeleton />
  const { state, net, currency, month } = statement
  const money = (amount: number) => formatMoney(amount, currency, locale())
  const headline = getHeadline(statement)
  return (
    <section className={styles.answer}>
      <div className={styles.figures}>
        <p className={styles.label}>
          <span>{t(headline.label)}</span> <StateChip state={state} />
        </p>
        <p className="large-figure" data-figure="payable">
          {money(headline.amount)}
        </p>
        <p data-figure="net">
          {t('statements:statement.netOf', { month: formatMonthName(getFirstDay(month), locale()) })}{' '}
          <b className="bold nowrap">{money(net)}</b> <NetChange statement={statement} />
        </p>
        {!statement.isReleased && (
          <p className="panel" data-tone="warn" data-note="unreleased">
            {t('statements:statement.unreleased')}
          </p>
        )}
        <Reason statement={statement} />
        <Progress statement={statement} />
      </div>
      <Waterfall statement={statement} />
    </section>
  )
}

function getHeadline({ payable, closing, state }: StatementDetail): { label: TextKey; amount: number } {
  if (payable > 0) return { label: 'settlement:amounts.payable', amount: payable }
  if (closing === 0) return { label: 'settlement:amounts.payable', amount: 0 }
  return {
    label: `statements:statement.${state === 'details_required' ? 'waiting' : 'carriedOver'}`,
    amount: closing,
  }
}

/** Anything less is displayed as 0.0%. */
const minVisibleChange = 0.0005

function NetChange({ statement: { comparisons, corrections } }: { statement: StatementDetail }) {
  const found = computeNetChange(comparisons)
  if (!found) return null
  const month = formatMonthName(getFirstDay(found.month), locale())
  const withNote = (text: string) =>
    corrections === 0 ? text : addNote(text, t('statements:change.uncorrected'))
  if (Math.abs(found.change) < minVisibleChange) {
    return <span className="muted">{withNote(t('settlement:sameAs', { month }))}</span>
  }
  const direction = found.change > 0 ? 'up' : 'down'
  return (
    <span className="nowrap" data-change={direction}>
      <b className={direction === 'up' ? 'good' : 'bad'}>
        <span aria-hidden="true">{direction === 'up' ? '▲' : '▼'} </span>
        {formatPercent(Math.abs(found.change), locale())}
        <span className="visually-hidden"> {t(`statements:change.${direction}`)}</span>
      </b>{' '}
      <span className="muted">{withNote(t('statements:change.against', { month }))}</span>
    </span>
  )
}

/** Explains why nothing is paid, or not yet; shows a payment's reference. */
function Reason({ statement }: { statement: StatementDetail }) {
  const { state, closing, payable, minimum, currency, reference, account } = statement
  const isOwn = useStore($user)?.id === account.id
  if (reference !== null) {
    return <p className="note break">{t('statements:statement.reference', { reference })}</p>
  }
  if (state === 'details_required') {
    return (
      <p className="panel" data-tone="warn" data-note="details">
        {t(`statements:statement.why.${payable > 0 ? 'details' : 'detailsNext'}`)}{' '}
        {isOwn && (
          <a className={styles.noteLink} href={localizePath('/config-account', locale())}>
            {t('payout:enterNow')}
          </a>
        )}
      </p>
    )
  }
  if (state !== 'carried_over') return null
  if (closing <= 0) return <p className="note">{t('statements:statement.why.none')}</p>
  if (closing >= minimum) return <p className="note">{t('statements:statement.why.earlier')}</p>
  return (
    <p className="note">
      {t('statements:statement.why.below', { minimum: formatMoney(minimum, currency, locale()) })}
    </p>
  )
}

/** Shows when the month ended, was closed, and was paid. */
function Progress({ statement: { month, closedAt, state, paidOn } }: { statement: StatementDetail }) {
  const steps: { name: 'over' | 'closed' | 'paid'; when: string; isDone: boolean }[] = [
    { name: 'over', when: formatDay(getLastDay(month), locale()), isDone: true },
    { name: 'closed', when: formatLocalDay(closedAt, locale()), isDone: true },
    {
      name: 'paid',
      when: paidOn
        ? formatDay(paidOn, locale())
        : t(
            state === 'carried_over'
              ? 'settlement:states.carried_over'
              : 'statements:statement.steps.waiting',
          ),
      isDone: paidOn !== null,
    },
  ]
  return (
    <ol className={styles.progress} aria-label={t('statements:statement.steps.label')}>
      {steps.map(({ name, when, isDone }) => (
        <li key={name} data-done={isDone || undefined}>
          <b className="medium">{t(`statements:statement.steps.${name}`)}</b>
          <span className="note">{when}</span>
        </li>
      ))}
    </ol>
  )
}

const skeletonSteps = ['over', 'closed', 'paid'] as const
const skeletonWidths = [60, 100, 40, 90]

const AnswerSkeleton = () => (
  <section className={styles.answer} aria-hidden="true">
    <div className={styles.figures}>
      <p className={styles.label}>{t('settlement:amounts.payable')}</p>
      <p className="large-figure">
        <Skeleton width="70%" />
      </p>
      <p>
        <Skeleton width="80%" />
      </p>
      <p className="note">
        <Skeleton width="50%" />
      </p>
      <ol className={styles.progress}>
        {skeletonSteps.map((name) => (
          <li key={name}>
            <b className="medium">{t(`statements:statement.steps.${name}`)}</b>
            <span className="note">
              <Skeleton width="72px" />
            </span>
          </li>
        ))}
      </ol>
    </div>
    <div className={styles.skeletonSteps}>
      {skeletonWidths.map((width) => (
        <Skeleton key={width} width={`${width}%`} height="20px" />
      ))}
    </div>
  </section>
)
