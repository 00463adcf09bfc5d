import { useStore } from '@nanostores/react'
import { memo } from 'react'
import type { MonthRow } from '#contract/settlement/months.ts'
import type { StatementAmounts } from '#contract/settlement/statements.ts'
import { SortHeader } from '#islands/kit/tables/SortHeader.tsx'
import table from '#islands/kit/tables/Table.module.css'
import { TableScroller } from '#islands/kit/tables/TableScroller.tsx'
import {
  type AmountColumn,
  amountColumns,
  type TableColumn,
  tableColumns,
} from '#islands/settlement/months/state/columns.ts'
import styles from '#islands/settlement/months/state/Months.module.css'
import { canBePaid } from '#islands/settlement/months/state/rows.ts'
import { $selectedIds } from '#islands/settlement/months/state/selection.ts'
import { $filter, type MonthDetail, sortBy } from '#islands/settlement/months/state/store.ts'
import { formatAmount } from '#lib/format/amount.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { PageCheckbox, RowCheckbox } from './Checkboxes.tsx'
import { MemberName, RowState } from './member-cells.tsx'

export interface RowsProps {
  detail: MonthDetail
  /** Of the page. */
  rows: readonly MonthRow[]
  /** Of all pages. */
  listed: readonly MonthRow[]
}

export function MemberTable({ detail, rows, listed }: RowsProps) {
  const { currency, network, totals } = detail
  const selectedIds = useStore($selectedIds)
  const isPayable = detail.rows.some(canBePaid)
  return (
    <TableScroller className={styles.scroller}>
      <table className={`${table.table} ${styles.table}`} data-selectable={isPayable || undefined}>
        <caption className="visually-hidden">{t('months:members.caption')}</caption>
        <thead>
          <tr>
            {isPayable && (
              <th scope="col" data-column="select">
                <PageCheckbox rows={listed} />
              </th>
            )}
            {tableColumns.map((column) => (
              <ColumnHeader key={column} column={column} />
            ))}
          </tr>
        </thead>
        <tbody className={table.totals}>
          <TotalRow label={t('months:members.totals')} amounts={totals} {...{ currency, isPayable }} />
          {network && (
            <TotalRow
              label={t('months:members.network')}
              note={t('months:members.networkNote')}
              amounts={network}
              {...{ currency, isPayable }}
            />
          )}
        </tbody>
        <tbody>
          {rows.map((row) => (
            <MemberRow
              key={row.account.id}
              row={row}
              listed={listed}
              currency={currency}
              isPayable={isPayable}
              isSelected={row.statementId !== null && selectedIds.has(row.statementId)}
            />
          ))}
        </tbody>
      </table>
    </TableScroller>
  )
}

function ColumnHeader({ column }: { column: TableColumn }) {
  const { sort, order } = useStore($filter)
  return (
    <SortHeader
      column={column}
      label={t(`months:column.${column}`)}
      sortLabel={undefined}
      order={sort === column ? order : undefined}
      onSort={() => sortBy(column)}
    />
  )
}

interface CurrencyProps {
  currency: MonthDetail['currency']
  isPayable: boolean
}

interface TotalRowProps extends CurrencyProps {
  label: string
  note?: string
  amounts: StatementAmounts
}

const TotalRow = ({ label, note, amounts, currency, isPayable }: TotalRowProps) => (
  <tr data-total>
    {isPayable && <td data-column="select" />}
    <th scope="row">
      {label} {note && <small>{note}</small>}
    </th>
    <td data-column="state" />
    {amountColumns.map((column) => (
      <AmountCell key={column} column={column} amounts={amounts} currency={currency} />
    ))}
  </tr>
)

interface AmountCellProps {
  column: AmountColumn
  amounts: StatementAmounts
  currency: MonthDetail['currency']
}

/** Below the opening balance there is what has been paid since. */
const AmountCell = ({ column, amounts, currency }: AmountCellProps) => (
  <td data-column={column} data-zero={amounts[column] === 0 || undefined}>
    {formatAmount(amounts[column], currency, locale())}
    {column === 'opening' && amounts.payments !== 0 && (
      <small>
        {t('months:members.payments')} {formatAmount(amounts.payments, currency, locale())}
      </small>
    )}
  </td>
)

interface MemberRowProps extends CurrencyProps {
  row: MonthRow
  listed: readonly MonthRow[]
  isSelected: boolean
}

const MemberRow = memo(function MemberRow({ row, listed, currency, isPayable, isSelected }: MemberRowProps) {
  return (
    <tr data-member={row.account.id} data-selected={isSelected || undefined}>
      {isPayable && (
        <td data-column="select">
          <RowCheckbox rows={listed} row={row} isSelected={isSelected} />
        </td>
      )}
      <th scope="row">
        <MemberName row={row} />
      </th>
      <td data-column="state">
        <RowState row={row} />
      </td>
      {amountColumns.map((column) => (
        <AmountCell key={column} column={column} amounts={row} currency={currency} />
      ))}
    </tr>
  )
})
