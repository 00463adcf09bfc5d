import type { StatementDetail } from '#contract/settlement/statements.ts'
import { getStatementHref } from '#islands/settlement/statements/state/store.ts'
import { formatAmount } from '#lib/format/amount.ts'
import { formatDay, formatMonth } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Statement.module.css'

export const PaymentsCard = ({ statement }: { statement: StatementDetail }) => (
  <section className={styles.card} aria-labelledby="payments-title">
    <h2 id="payments-title">{t('statements:payments.title')}</h2>
    {statement.recentPayments.length === 0 ? (
      <p className="note">{t('statements:payments.none')}</p>
    ) : (
      <ul className={styles.payments}>
        {statement.recentPayments.map(({ statementId, month, paidOn, reference, amount }) => (
          <li key={statementId} data-payment={statementId}>
            <span className={styles.lineName}>
              <b className="medium">{formatDay(paidOn, locale())}</b>
              <span className="caption break">
                <PaymentMonth id={statementId} month={month} isShown={statementId === statement.id} /> ·{' '}
                {reference}
              </span>
            </span>
            <b className="bold nowrap">{formatAmount(amount, statement.currency, locale())}</b>
          </li>
        ))}
      </ul>
    )}
  </section>
)

function PaymentMonth({ id, month, isShown }: { id: number; month: string; isShown: boolean }) {
  const text = t('statements:payments.of', { month: formatMonth(month, locale()) })
  return isShown ? text : <a href={getStatementHref(id)}>{text}</a>
}
