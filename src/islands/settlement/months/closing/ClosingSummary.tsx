import type { MonthClosing } from '#contract/settlement/month-closing.ts'
import { formatMoney, formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Closing.module.css'

const dollars = (micros: number) => formatMoney(micros, 'USD', locale())

/** Shows the sums that closing books, or has booked. */
export function ClosingSummary({ closing: { summary, isWhole } }: { closing: MonthClosing }) {
  if (!summary && !isWhole) return null
  if (!summary) return <p className="panel">{t('month-closing:summary.noRate')}</p>
  const amounts = [
    ['settlement:amounts.income', summary.incomeMicros],
    ['settlement:amounts.adjustments', summary.adjustmentsMicros],
    ['settlement:sources.tax', summary.taxMicros],
    ['settlement:amounts.corrections', summary.correctionsMicros],
    ['month-closing:summary.members', summary.membersMicros],
    ['month-closing:summary.networks', summary.networksMicros],
    ['month-closing:summary.unallocated', summary.unallocatedMicros],
  ] as const
  return (
    <section className="stack gap-2">
      <h3 className="text-s">{t('month-closing:summary.title')}</h3>
      <dl className={styles.facts}>
        {summary.payable.map(({ currency, statements, amount }) => (
          <div key={currency} data-strong>
            <dt>{t('month-closing:summary.payable', { currency })}</dt>
            <dd>
              {formatMoney(amount, currency, locale())}
              <small>
                {t('month-closing:statements', {
                  count: statements,
                  total: formatNumber(statements, locale()),
                })}
              </small>
            </dd>
          </div>
        ))}
        {amounts.map(
          ([label, micros]) =>
            micros !== null && (
              <div key={label}>
                <dt>{t(label)}</dt>
                <dd>{dollars(micros)}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}
