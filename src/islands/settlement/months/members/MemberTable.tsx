import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import {
  type AmountColumn,
  amountColumns,
  type MonthRow,
  type MonthSort,
} from '#contract/settlement/months.ts'
import type { StatementAmounts } from '#contract/settlement/statements.ts'
import type { Selectable } from '#islands/kit/tables/Checkboxes.tsx'
import { type CardPlace, isAllZero, type ListColumn } from '#islands/kit/tables/columns/columns.ts'
import { DataTable } from '#islands/kit/tables/DataTable.tsx'
import styles from '#islands/settlement/months/state/Months.module.css'
import { hasPayable } from '#islands/settlement/months/state/rows.ts'
import { statementSelection } from '#islands/settlement/months/state/selection.ts'
import { $filter, type MonthDetail, sortBy } from '#islands/settlement/months/state/store.ts'
import { may } from '#lib/api/session.ts'
import { formatMoney } from '#lib/format/number.ts'
import { roundAmounts } from '#lib/format/whole-statement.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { monthColumnTexts } from '#lib/texts/settlement-names.ts'
import { monthColumnChoice } from './column-choice.ts'
import { getAccountName, Jump, MemberName, RowState } from './member-cells.tsx'

type Currency = MonthDetail['currency']

const getSelectable = (rows: readonly MonthRow[]): Selectable<MonthRow> => ({
  selection: statementSelection,
  rows,
  label: (row) => t('lists:selectOne', { name: getAccountName(row) }),
  allLabel: () => t('months:select.all'),
})

export const getColumnLabel = (column: MonthSort) => t(monthColumnTexts[column])

const described = <Key extends MonthSort>(key: Key) => ({ key, label: getColumnLabel(key), sort: key })

const cardPlaces: Partial<Record<AmountColumn, CardPlace>> = { payable: 'figure', net: 'note' }

/** A phone's card shows who, how much, and whether it has been paid. The statement shows the rest. */
const getColumns = ({ currency, network, rows }: MonthDetail): ListColumn<MonthRow, MonthSort>[] => [
  { ...described('member'), isHeading: true, cell: (row) => <MemberName row={row} /> },
  { ...described('state'), isText: true, card: 'line', cell: (row) => <RowState row={row} /> },
  ...amountColumns.map((column) => ({
    ...described(column),
    // The payable amount, the net and the state say what there is to do; the parts are in the statement.
    rank: ranks[column],
    isEmpty: column !== 'payable' && isAllZero(network ? [...rows, network] : rows, (row) => row[column]),
    card: cardPlaces[column],
    cell: (row: MonthRow) => (
      <>
        <Amount column={column} amounts={row} currency={currency} />
        {column === 'net' && <Jump row={row} currency={currency} />}
      </>
    ),
  })),
]

const ranks: Partial<Record<AmountColumn, number>> = {
  adjustments: 9,
  corrections: 8,
  manual: 7,
  tax: 6,
  opening: 5,
  closing: 4,
  fee: 3,
  income: 2,
  withholding: 1,
}

const isAmountColumn = (column: string): column is AmountColumn =>
  (amountColumns as readonly string[]).includes(column)

interface MemberTableProps {
  detail: MonthDetail
  /** Rows of the page. */
  rows: readonly MonthRow[]
  /** Rows of all pages. */
  listed: readonly MonthRow[]
}

export function MemberTable({ detail, rows, listed }: MemberTableProps) {
  const { currency, network, totals } = detail
  const filter = useStore($filter)
  const isPayable = useStore(may('money.change')) && hasPayable(detail)
  const columns = useMemo(() => getColumns(detail), [detail])
  const selectable = useMemo(() => (isPayable ? getSelectable(listed) : null), [isPayable, listed])
  const formatTotal = (amounts: StatementAmounts) => (column: string) =>
    isAmountColumn(column) && <Amount column={column} amounts={amounts} currency={currency} />
  const networkLabel = (
    <>
      {t('lists:network')} <small>{t('months:members.networkNote')}</small>
    </>
  )
  return (
    <DataTable
      caption={t('months:members.caption')}
      labelledBy="month-members"
      className={styles.table}
      columns={columns}
      rows={rows}
      getKey={getAccountId}
      getAttributes={getAttributes}
      choice={monthColumnChoice}
      selectable={selectable}
      sorting={{ ...filter, onSort: sortBy }}
      totals={[
        { key: 'members', label: t('months:members.totals'), cell: formatTotal(totals) },
        ...(network ? [{ key: 'network', label: networkLabel, cell: formatTotal(network) }] : []),
      ]}
    />
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
