import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import type { MonthRow } from '#contract/settlement/months.ts'
import type { StatementAmounts } from '#contract/settlement/statements.ts'
import { CardTotals } from '#islands/kit/tables/CardTotals.tsx'
import { AllCheckbox, RowCheckbox, type Selectable, selectColumn } from '#islands/kit/tables/Checkboxes.tsx'
import { type TableColumn as Column, DataRows, DataTable } from '#islands/kit/tables/DataTable.tsx'
import table from '#islands/kit/tables/Table.module.css'
import { TableScroller } from '#islands/kit/tables/TableScroller.tsx'
import {
  type AmountColumn,
  amountColumns,
  listAmountColumns,
  type TableColumn,
} from '#islands/settlement/months/state/columns.ts'
import styles from '#islands/settlement/months/state/Months.module.css'
import { hasPayable } from '#islands/settlement/months/state/rows.ts'
import { statementSelection } from '#islands/settlement/months/state/selection.ts'
import { $filter, type MonthDetail, sortBy } from '#islands/settlement/months/state/store.ts'
import { formatMoney } from '#lib/format/number.ts'
import { roundAmounts } from '#lib/format/whole-statement.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { getAccountName, Jump, MemberName, RowState } from './member-cells.tsx'

interface RowsProps {
  detail: MonthDetail
  /** Rows of the page. */
  rows: readonly MonthRow[]
  /** Rows of all pages. */
  listed: readonly MonthRow[]
}

type Currency = MonthDetail['currency']

const getSelectable = (rows: readonly MonthRow[]): Selectable<MonthRow> => ({
  selection: statementSelection,
  rows,
  label: (row) => t('months:select.one', { name: getAccountName(row) }),
  allLabel: t('months:select.all'),
})

const sorted = <Key extends TableColumn>(key: Key) => ({ key, label: t(`months:column.${key}`), sort: key })

const getColumns = (
  currency: Currency,
  shown: readonly AmountColumn[],
  selectable: Selectable<MonthRow> | null,
): Column<MonthRow, TableColumn>[] => [
  ...(selectable ? [selectColumn(selectable)] : []),
  { ...sorted('member'), isHeading: true, cell: (row) => <MemberName row={row} /> },
  { ...sorted('state'), cell: (row) => <RowState row={row} /> },
  ...shown.map((column) => ({
    ...sorted(column),
    cell: (row: MonthRow) => (
      <>
        <Amount column={column} amounts={row} currency={currency} />
        {column === 'net' && <Jump row={row} currency={currency} />}
      </>
    ),
  })),
]

const isAmountColumn = (column: string): column is AmountColumn =>
  (amountColumns as readonly string[]).includes(column)

export function MemberTable({ detail, rows, listed }: RowsProps) {
  const { currency, network, totals, rows: allRows } = detail
  const selectedIds = useStore(statementSelection.$ids)
  const filter = useStore($filter)
  const isPayable = hasPayable(detail)
  const columns = useMemo(
    () =>
      getColumns(
        currency,
        listAmountColumns(network ? [...allRows, network] : allRows),
        isPayable ? getSelectable(listed) : null,
      ),
    [currency, allRows, network, isPayable, listed],
  )
  const formatTotal = (amounts: StatementAmounts) => (column: string) =>
    isAmountColumn(column) && <Amount column={column} amounts={amounts} currency={currency} />
  const networkLabel = (
    <>
      {t('months:members.network')} <small>{t('months:members.networkNote')}</small>
    </>
  )
  return (
    <TableScroller className={styles.scroller}>
      <DataTable
        caption={t('months:members.caption')}
        className={`${table.table} ${styles.table}`}
        attributes={{ 'data-selectable': isPayable || undefined }}
        columns={columns}
        sorting={{ ...filter, onSort: sortBy }}
        totals={[
          { key: 'members', label: t('months:members.totals'), cell: formatTotal(totals) },
          ...(network ? [{ key: 'network', label: networkLabel, cell: formatTotal(network) }] : []),
        ]}
      >
        <DataRows
          rows={rows}
          columns={columns}
          getKey={getAccountId}
          attributes={getAttributes}
          isSelected={({ statementId }) => statementId !== null && selectedIds.has(statementId)}
        />
      </DataTable>
    </TableScroller>
  )
}

const getAccountId = ({ account }: MonthRow) => account.id
const getAttributes = (row: MonthRow) => ({ 'data-member': getAccountId(row) })

interface AmountProps {
  column: AmountColumn
  amounts: StatementAmounts
  currency: Currency
}

/** The opening balance also shows the payments since. */
const Amount = ({ column, amounts, currency }: AmountProps) => {
  const shown = roundAmounts(amounts, currency)
  return (
    <>
      <span data-zero={shown[column] === 0 || undefined}>
        {formatMoney(shown[column], currency, locale())}
      </span>
      {column === 'opening' && shown.payments !== 0 && (
        <small>
          {t('months:members.payments')} {formatMoney(shown.payments, currency, locale())}
        </small>
      )}
    </>
  )
}

/** Replaces the table on a phone: who, how much, and whether it has been paid. The statement shows the rest. */
export function MemberCards({ detail, rows, listed }: RowsProps) {
  const { currency, totals, network } = detail
  const selectedIds = useStore(statementSelection.$ids)
  const isPayable = hasPayable(detail)
  const selectable = getSelectable(listed)
  const format = (amount: number) => formatMoney(amount, currency, locale())
  return (
    <>
      <CardTotals label={t('months:members.totals')}>{format(totals.payable)}</CardTotals>
      {network && <CardTotals label={t('months:members.networkNet')}>{format(network.net)}</CardTotals>}
      {isPayable && (
        <p className={styles.selectAll}>
          <AllCheckbox selectable={selectable} /> <span aria-hidden="true">{selectable.allLabel}</span>
        </p>
      )}
      <ul className={styles.cards} data-selectable={isPayable || undefined}>
        {rows.map((row) => (
          <li
            key={row.account.id}
            {...getAttributes(row)}
            data-selected={(row.statementId !== null && selectedIds.has(row.statementId)) || undefined}
          >
            {isPayable && (
              <span>
                <RowCheckbox selectable={selectable} row={row} />
              </span>
            )}
            <MemberName row={row} />
            <p className={styles.amounts}>
              <span className="visually-hidden">
                {getAccountName(row)} {t('months:column.payable')}
              </span>
              <b data-column="payable">{format(row.payable)}</b>
              <small>
                {t('months:column.net')} {format(row.net)}
              </small>
              <Jump row={row} currency={currency} />
            </p>
            <RowState row={row} />
          </li>
        ))}
      </ul>
    </>
  )
}
