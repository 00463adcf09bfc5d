import type { StatementDetail } from '#contract/settlement/statement-detail.ts'
import { getFirstDay } from '#islands/settlement/statements/state/months.ts'
import { formatMonth, formatMonthName, formatMonthShort } from '#lib/format/day.ts'
import { formatMoney, formatPercent, missingValue } from '#lib/format/number.ts'
import { addValue, listFacts } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { type ComparedMonth, computeMeanDifference, listComparedMonths } from './comparisons.ts'
import styles from './Statement.module.css'

/** Compares each month's estimate with its final amount, to show how far estimates can be trusted. */
export function ComparisonCard({ statement }: { statement: StatementDetail }) {
  const months = listComparedMonths(statement.comparisons)
  return (
    <section className={styles.card} aria-labelledby="comparison-title">
      <div className="spread gap-2">
        <h2 id="comparison-title">{t('settlement:comparison.title')}</h2>
        <p className={styles.legend} aria-hidden="true">
          <span data-key="estimated">{t('settlement:comparison.estimated')}</span>
          <span data-key="final">{t('settlement:comparison.final')}</span>
        </p>
      </div>
      {months.some(({ estimated }) => estimated !== null) ? (
        <>
          <Pairs months={months} currency={statement.currency} />
          <Sentences months={months} statement={statement} />
        </>
      ) : (
        <p className="note">{t('statements:comparison.none')}</p>
      )}
    </section>
  )
}

interface PairsProps {
  months: readonly ComparedMonth[]
  currency: StatementDetail['currency']
}

function Pairs({ months, currency }: PairsProps) {
  const values = months.flatMap(({ estimated, final }) => [estimated ?? 0, final ?? 0])
  const top = Math.max(0, ...values)
  const range = top - Math.min(0, ...values) || 1
  const scale = (value: number) => ((top - value) / range) * 100
  const say = (amount: number | null) =>
    amount === null ? t('statements:comparison.missing') : formatMoney(amount, currency, locale())
  return (
    <ol className={styles.pairs}>
      {months.map((compared) => {
        const { month, estimated, final, difference } = compared
        const current = month === months.at(-1)?.month
        return (
          <li key={month} data-month={month} data-current={current || undefined}>
            <svg viewBox="0 0 26 100" preserveAspectRatio="none" aria-hidden="true">
              <Bar name="estimated" x={1} value={estimated} scale={scale} />
              <Bar name="final" x={14} value={final} scale={scale} />
              <path d={`M0 ${scale(0)}H26`} />
            </svg>
            <span className="caption">{formatMonthShort(month, locale())}</span>
            <span className="visually-hidden">
              {addValue(
                formatMonth(month, locale()),
                listFacts([
                  `${t('settlement:comparison.estimated')} ${say(estimated)}`,
                  `${t('settlement:comparison.final')} ${say(final)}`,
                ]),
              )}
            </span>
            <Difference difference={difference} />
          </li>
        )
      })}
    </ol>
  )
}

interface BarProps {
  name: 'estimated' | 'final'
  x: number
  value: number | null
  scale: (value: number) => number
}

const Bar = ({ name, x, value, scale }: BarProps) =>
  value !== null && (
    <rect
      data-key={name}
      x={x}
      y={scale(Math.max(0, value))}
      width="11"
      height={Math.max(0.8, Math.abs(scale(value) - scale(0)))}
    />
  )

function Difference({ difference }: { difference: number | null }) {
  if (difference === null) return <span className="caption">{missingValue}</span>
  const sign = difference > 0.0005 ? '+' : difference < -0.0005 ? '−' : ''
  return (
    <span className={`caption ${sign === '+' ? 'good' : sign === '' ? '' : 'bad'}`}>
      {sign}
      {formatPercent(Math.abs(difference), locale())}
    </span>
  )
}

function Sentences({
  months,
  statement: { month, currency },
}: {
  months: readonly ComparedMonth[]
  statement: StatementDetail
}) {
  const mean = computeMeanDifference(months)
  const name = (one: string) => formatMonthName(getFirstDay(one), locale())
  const current = months.find((one) => one.month === month)
  const partial = months.filter(
    ({ estimated, coveredDays, days }) => estimated !== null && coveredDays < days,
  )
  return (
    <div className={styles.sentences}>
      {mean && (
        <p data-sentence="mean">
          {t('statements:comparison.mean', {
            count: mean.count,
            percent: formatPercent(mean.mean, locale()),
          })}
        </p>
      )}
      {current && current.difference !== null && current.estimated !== null && current.final !== null && (
        <p data-sentence="current">
          {t(`statements:comparison.${getDirection(current.final - current.estimated)}`, {
            month: name(month),
            amount: formatMoney(Math.abs(current.final - current.estimated), currency, locale()),
          })}
        </p>
      )}
      {partial.map((one) => (
        <p key={one.month} className="note" data-sentence="partial">
          {t('statements:comparison.partial', {
            month: name(one.month),
            covered: one.coveredDays,
            days: one.days,
          })}
        </p>
      ))}
      <p className="caption">{t('statements:comparison.basis')}</p>
    </div>
  )
}

const getDirection = (difference: number) => (difference > 0 ? 'more' : difference < 0 ? 'less' : 'same')
