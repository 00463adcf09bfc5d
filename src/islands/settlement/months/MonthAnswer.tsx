import { useStore } from '@nanostores/react'
import type { MonthSummary } from '#contract/settlement/months.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { formatRate } from '#lib/format/amount.ts'
import { formatMonth, formatMonthName } from '#lib/format/day.ts'
import { formatMoney, formatMoneyChange, formatNumber, formatPercent } from '#lib/format/number.ts'
import { addNote } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './MonthAnswer.module.css'
import { MonthBars, MonthBarsSkeleton } from './MonthBars.tsx'
import { StatePipeline, StatePipelineSkeleton } from './StatePipeline.tsx'
import { describeRule } from './state/describe-rule.ts'
import { MonthChip } from './state/MonthChip.tsx'
import { type MonthDetail, months } from './state/store.ts'

/** Shows how much the members will be paid, how that compares, and the progress. */
export function MonthAnswer({ detail }: { detail: MonthDetail }) {
  const { month, state, currency, totals, krwMicros } = detail
  const { result, error } = useStore(months.$state)
  const list = result?.data.months ?? []
  const monthName = formatMonth(month, locale())
  return (
    <section className={styles.answer} aria-labelledby="month-answer">
      <div className={styles.figures}>
        <div className={styles.label}>
          <h2 id="month-answer">
            {t(state === 'open' ? 'months:answer.draft' : 'months:answer.closed', { month: monthName })}
          </h2>
          <MonthChip month={detail} />
        </div>
        {krwMicros === null ? (
          <p className={styles.noRate}>{t('months:answer.noRate')}</p>
        ) : (
          <>
            <p className={styles.figure} data-figure="payable">
              {formatMoney(totals.payable, currency, locale())}
            </p>
            {result || error ? <Change detail={detail} list={list} /> : <ChangeSkeleton />}
          </>
        )}
        <Basis detail={detail} />
      </div>
      <MonthBars current={detail} list={list} />
      <StatePipeline detail={detail} />
    </section>
  )
}

interface ChangeProps {
  detail: MonthDetail
  list: readonly MonthSummary[]
}

/** Compares the month with the closed month before it. */
function Change({ detail: { month, currency, totals }, list }: ChangeProps) {
  const before = list.find((summary) => summary.month < month)
  if (!before?.members) return null
  const difference = totals.payable - before.members.payable
  const share = before.members.payable > 0 ? difference / before.members.payable : null
  return (
    <p className="text-s">
      {difference !== 0 && (
        <b className={difference > 0 ? 'good' : 'bad'}>
          <span aria-hidden="true">{difference > 0 ? '▲' : '▼'}</span>{' '}
          {share === null
            ? formatMoneyChange(difference, currency, locale())
            : addNote(
                formatMoneyChange(difference, currency, locale()),
                formatPercent(Math.abs(share), locale()),
              )}
        </b>
      )}{' '}
      <span className="muted">
        {t(difference === 0 ? 'settlement:sameAs' : 'months:answer.than', {
          month: formatMonthName(`${before.month}-01`, locale()),
        })}
      </span>
    </p>
  )
}

const ChangeSkeleton = () => (
  <p className="text-s">
    <Skeleton width="180px" />
  </p>
)

/** Explains the basis of the amounts, and their exchange rate. */
function Basis({ detail }: { detail: MonthDetail }) {
  const { state, currency, krwMicros } = detail
  const explanation = state === 'open' ? 'follows' : state === 'closed' ? 'unreleased' : null
  const origin = describeOrigin(detail)
  const won = krwMicros !== null && currency === 'KRW' && formatRate(krwMicros, locale())
  return (
    <>
      {explanation && <p className={styles.basis}>{t(`months:answer.${explanation}`)}</p>}
      <p className={styles.basis} data-short={explanation !== null || undefined}>
        {won && (
          <span>
            {origin ? t('months:answer.rateFrom', { won, origin }) : t('settlement:rateOf', { won })}
          </span>
        )}{' '}
        <span className="nowrap">
          {t('months:answer.members', {
            count: detail.total,
            total: formatNumber(detail.total, locale()),
          })}
        </span>
      </p>
    </>
  )
}

/** Null: the month is not open, or no rate that the site's rule asks for is stored. */
function describeOrigin({ state, rateRule, rateDay }: MonthDetail): string | null {
  if (state !== 'open') return null
  if (rateRule === null) return t('months:rules.given')
  return rateRule === 'average' || rateDay !== null ? describeRule(rateRule, rateDay) : null
}

export const MonthAnswerSkeleton = () => (
  <section className={styles.answer} aria-hidden="true">
    <div className={styles.figures}>
      <div className={styles.label}>
        <Skeleton width="220px" />
      </div>
      <p className={styles.figure}>
        <Skeleton width="260px" />
      </p>
      <ChangeSkeleton />
      <p className={styles.basis}>
        <Skeleton width="240px" />
      </p>
    </div>
    <MonthBarsSkeleton />
    <StatePipelineSkeleton />
  </section>
)
