import { useStore } from '@nanostores/react'
import type { Currency } from '#contract/platform/currency.ts'
import type { Movement } from '#contract/settlement/statements.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { formatAmount, formatSignedAmount } from '#lib/format/amount.ts'
import { formatDay, formatMonth } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Statements.module.css'
import { getAmountLabel } from './state/amount-label.ts'
import { getStatementHref, movements } from './state/store.ts'

const columns = ['month', 'what', 'amount', 'balance'] as const

export function Movements() {
  const { key, result, error } = useStore(movements.$state)
  if (result && isSameKey(result.key, key)) {
    const { movements: rows, currency, account } = result.data
    const getLabel = (kind: Movement['kind']) =>
      kind === 'fee' ? getAmountLabel('fee', account) : t(`statements:movements.kinds.${kind}`)
    return (
      <table className={styles.table} data-table="movements">
        <caption className="visually-hidden">{t('statements:movements.title')}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {t(`statements:movements.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={`${row.number}-${row.kind}-${row.paidOn}`}
              row={row}
              label={getLabel(row.kind)}
              currency={currency}
            />
          ))}
        </tbody>
      </table>
    )
  }
  if (error) {
    return (
      <Message failed title={t('statements:movements.failed')} text={error.message}>
        <Button onClick={movements.reload}>{t('common:retry')}</Button>
      </Message>
    )
  }
  return <Skeleton height="240px" />
}

interface RowProps {
  row: Movement
  label: string
  currency: Currency
}

const Row = ({
  row: { kind, month, statementId, number, amount, balance, paidOn, reference },
  label,
  currency,
}: RowProps) => (
  <tr data-movement={kind}>
    <td data-column="month">{formatMonth(month, locale())}</td>
    <th scope="row" data-column="what">
      {label}
      <small>
        <a href={getStatementHref(statementId)}>{number}</a>
        {paidOn && ` · ${formatDay(paidOn, locale())}`}
        {reference && ` · ${reference}`}
      </small>
    </th>
    <td data-column="amount">{formatSignedAmount(amount, currency, locale())}</td>
    <td data-column="balance">{formatAmount(balance, currency, locale())}</td>
  </tr>
)
