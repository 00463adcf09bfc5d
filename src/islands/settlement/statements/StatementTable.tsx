import type { Statement } from '#contract/settlement/statements.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { formatAmount } from '#lib/format/amount.ts'
import { formatDay, formatMonth } from '#lib/format/day.ts'
import { missingValue } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Statements.module.css'
import { StateChip } from './state/StateChip.tsx'
import { getStatementHref, type StatementList } from './state/store.ts'

/** Columns that a phone has no room for are repeated as captions of the others. */
export const StatementTable = ({ list: { statements, currency } }: { list: StatementList }) => (
  <section className={styles.list} aria-labelledby="statements-title">
    <h2 id="statements-title">{t('statements:list.title')}</h2>
    <table className={styles.table}>
      <Head />
      <tbody>
        {statements.map((statement) => (
          <Row key={statement.id} statement={statement} currency={currency} />
        ))}
      </tbody>
    </table>
  </section>
)

const columns = ['month', 'state', 'paidOn', 'net', 'payable'] as const

const Head = () => (
  <thead>
    <tr>
      {columns.map((column) => (
        <th key={column} scope="col" data-column={column}>
          {t(`statements:list.${column}`)}
        </th>
      ))}
    </tr>
  </thead>
)

interface RowProps {
  statement: Statement
  currency: StatementList['currency']
}

function Row({ statement, currency }: RowProps) {
  const { id, month, number, net, payable, closing, state, paidOn } = statement
  const money = (amount: number) => formatAmount(amount, currency, locale())
  return (
    <tr data-statement={id}>
      <th scope="row" data-column="month">
        <a href={getStatementHref(id)}>{formatMonth(month, locale())}</a>
        <small className={styles.wide}>{number}</small>
        <small className={styles.narrow}>
          {t(`settlement:states.${state}`)}
          {paidOn && ` · ${formatDay(paidOn, locale())}`}
        </small>
      </th>
      <td data-column="state">
        <StateChip state={state} />
      </td>
      <td data-column="paidOn">{paidOn ? formatDay(paidOn, locale()) : missingValue}</td>
      <td data-column="net">{money(net)}</td>
      <td data-column="payable">
        <b className="bold">{money(payable)}</b>
        {payable === 0 && closing !== 0 ? (
          <small>{t('statements:list.balanceOf', { amount: money(closing) })}</small>
        ) : (
          <small className={styles.narrow}>{t('statements:list.netOf', { amount: money(net) })}</small>
        )}
      </td>
    </tr>
  )
}

const skeletonRows = [1, 2, 3, 4, 5]

export const StatementTableSkeleton = () => (
  <section className={styles.list} aria-hidden="true">
    <h2>{t('statements:list.title')}</h2>
    <table className={styles.table}>
      <Head />
      <tbody>
        {skeletonRows.map((row) => (
          <tr key={row}>
            {columns.map((column) => (
              <td key={column} data-column={column}>
                <Skeleton width={column === 'month' ? '110px' : '72px'} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
