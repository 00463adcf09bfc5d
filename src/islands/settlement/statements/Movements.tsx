import { useStore } from '@nanostores/react'
import type { Currency } from '#contract/platform/currency.ts'
import type { Movement } from '#contract/settlement/movements.ts'
import type { ListColumn } from '#islands/kit/tables/columns/columns.ts'
import { DataTable } from '#islands/kit/tables/DataTable.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { formatDay, formatMonth } from '#lib/format/day.ts'
import { formatMoney, formatMoneyChange } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { movementTexts } from '#lib/texts/settlement-names.ts'
import styles from './Statements.module.css'
import { getAmountLabel } from './state/amount-label.ts'
import { getStatementHref, movements, type StatementList } from './state/store.ts'

const getColumns = (currency: Currency, account: StatementList['account']): ListColumn<Movement>[] => [
  {
    key: 'month',
    label: t('lists:month'),
    isText: true,
    card: 'elsewhere',
    cell: ({ month }) => formatMonth(month, locale()),
  },
  {
    key: 'what',
    label: t('statements:movements.what'),
    isText: true,
    isHeading: true,
    cell: ({ kind, statementId, number, paidOn, reference }) => (
      <>
        {kind === 'fee' ? getAmountLabel('fee', account) : t(movementTexts[kind])}
        <small>
          {statementId !== null && <a href={getStatementHref(statementId)}>{number}</a>}
          {paidOn && ` · ${formatDay(paidOn, locale())}`}
          {reference && ` · ${reference}`}
        </small>
      </>
    ),
  },
  {
    key: 'amount',
    label: t('settlement:amount'),
    card: 'figure',
    cell: ({ amount }) => formatMoneyChange(amount, currency, locale()),
  },
  {
    key: 'balance',
    label: t('payout:balance'),
    card: 'note',
    cell: ({ balance }) => formatMoney(balance, currency, locale()),
  },
]

export function Movements() {
  const { key, result, error } = useStore(movements.$state)
  if (result && isSameKey(result.key, key)) {
    const { movements: rows, currency, account } = result.data
    return (
      <DataTable
        caption={t('statements:movements.title')}
        className={`${styles.table} ${styles.movementTable}`}
        columns={getColumns(currency, account)}
        rows={rows}
        getKey={({ number, kind, paidOn, balance, reference }) =>
          `${number}-${kind}-${paidOn}-${balance}-${reference}`
        }
        getAttributes={({ kind }) => ({ 'data-movement': kind })}
      />
    )
  }
  if (error) {
    return <LoadFailure title={t('statements:movements.failed')} error={error} onRetry={movements.reload} />
  }
  return <Skeleton height="240px" />
}
