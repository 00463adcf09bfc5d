import type { Statement } from '#contract/settlement/statements.ts'
import { isAllZero, type ListColumn } from '#islands/kit/tables/columns/columns.ts'
import { DataTable } from '#islands/kit/tables/DataTable.tsx'
import { ListSkeleton } from '#islands/kit/tables/ListSkeleton.tsx'
import { formatDay, formatMonth } from '#lib/format/day.ts'
import { formatMoney, missingValue } from '#lib/format/number.ts'
import { roundAmounts } from '#lib/format/whole-statement.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Statements.module.css'
import { StateChip } from './state/StateChip.tsx'
import { getStatementHref, type StatementList } from './state/store.ts'

const columnTexts = {
  month: 'lists:month',
  state: 'common:status',
  paidOn: 'settlement:paidOn',
  net: 'settlement:net',
  payable: 'settlement:amounts.payable',
} as const

const described = <Key extends keyof typeof columnTexts>(key: Key) => ({ key, label: t(columnTexts[key]) })

function getColumns(
  currency: StatementList['currency'],
  rows: readonly Statement[],
): ListColumn<Statement>[] {
  const money = (amount: number) => formatMoney(amount, currency, locale())
  return [
    {
      ...described('month'),
      isHeading: true,
      cell: ({ id, month, number }) => <MonthCell id={id} month={month} note={number} />,
      cardCell: ({ id, month, state, paidOn }) => (
        <MonthCell
          id={id}
          month={month}
          note={`${t(`settlement:states.${state}`)}${paidOn ? ` · ${formatDay(paidOn, locale())}` : ''}`}
        />
      ),
    },
    {
      ...described('state'),
      isText: true,
      card: 'elsewhere',
      cell: ({ state }) => <StateChip state={state} />,
    },
    {
      ...described('paidOn'),
      isText: true,
      isEmpty: rows.every(({ paidOn }) => paidOn === null),
      card: 'elsewhere',
      cell: ({ paidOn }) => (paidOn ? formatDay(paidOn, locale()) : missingValue),
    },
    {
      ...described('net'),
      isEmpty: isAllZero(rows, ({ net }) => net),
      card: 'note',
      cell: ({ net }) => money(net),
    },
    {
      ...described('payable'),
      card: 'figure',
      cell: ({ payable, closing }) => (
        <>
          <b className="bold">{money(payable)}</b>
          {payable === 0 && closing !== 0 && (
            <small>{t('statements:list.balanceOf', { amount: money(closing) })}</small>
          )}
        </>
      ),
    },
  ]
}

export function StatementTable({ list: { statements, currency } }: { list: StatementList }) {
  const rows = statements.map((statement) => roundAmounts(statement, currency))
  return (
    <section className={styles.list} aria-labelledby="statements-title">
      <h2 id="statements-title">{t('statements:list.title')}</h2>
      <DataTable
        labelledBy="statements-title"
        className={styles.table}
        columns={getColumns(currency, rows)}
        rows={rows}
        getKey={({ id }) => id}
        getAttributes={({ id }) => ({ 'data-statement': id })}
      />
    </section>
  )
}

interface MonthCellProps extends Pick<Statement, 'id' | 'month'> {
  note: string
}

const MonthCell = ({ id, month, note }: MonthCellProps) => (
  <>
    <a className="stretched-link" href={getStatementHref(id)}>
      {formatMonth(month, locale())}
    </a>
    <small>{note}</small>
  </>
)

const skeletonRows = 5

export const StatementTableSkeleton = () => (
  <section className={styles.list} aria-hidden="true">
    <h2>{t('statements:list.title')}</h2>
    <ListSkeleton rows={skeletonRows} className={styles.table} />
  </section>
)
