import type { Statement } from '#contract/settlement/statements.ts'
import { DataRows, DataTable, type TableColumn } from '#islands/kit/tables/DataTable.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { formatDay, formatMonth } from '#lib/format/day.ts'
import { formatMoney, missingValue } from '#lib/format/number.ts'
import { roundAmounts } from '#lib/format/whole-statement.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Statements.module.css'
import { StateChip } from './state/StateChip.tsx'
import { getStatementHref, type StatementList } from './state/store.ts'

/** Columns that do not fit on a phone are repeated as captions of the others. */
function getColumns(currency: StatementList['currency']): TableColumn<Statement>[] {
  const money = (amount: number) => formatMoney(amount, currency, locale())
  const cells: [string, TableColumn<Statement>['cell']][] = [
    ['month', (statement) => <MonthCell statement={statement} />],
    ['state', ({ state }) => <StateChip state={state} />],
    ['paidOn', ({ paidOn }) => (paidOn ? formatDay(paidOn, locale()) : missingValue)],
    ['net', ({ net }) => money(net)],
    [
      'payable',
      ({ payable, closing, net }) => (
        <>
          <b className="bold">{money(payable)}</b>
          {payable === 0 && closing !== 0 ? (
            <small>{t('statements:list.balanceOf', { amount: money(closing) })}</small>
          ) : (
            <small className={styles.narrow}>{t('statements:list.netOf', { amount: money(net) })}</small>
          )}
        </>
      ),
    ],
  ]
  return cells.map(([key, cell]) => ({
    key,
    label: t(`statements:list.${key}`),
    isHeading: key === 'month',
    cell,
  }))
}

export function StatementTable({ list: { statements, currency } }: { list: StatementList }) {
  const columns = getColumns(currency)
  return (
    <section className={styles.list} aria-labelledby="statements-title">
      <h2 id="statements-title">{t('statements:list.title')}</h2>
      <DataTable className={styles.table} columns={columns}>
        <DataRows
          rows={statements.map((statement) => roundAmounts(statement, currency))}
          columns={columns}
          getKey={({ id }) => id}
          attributes={({ id }) => ({ 'data-statement': id })}
        />
      </DataTable>
    </section>
  )
}

const MonthCell = ({ statement: { id, month, number, state, paidOn } }: { statement: Statement }) => (
  <>
    <a className="stretched-link" href={getStatementHref(id)}>
      {formatMonth(month, locale())}
    </a>
    <small className={styles.wide}>{number}</small>
    <small className={styles.narrow}>
      {t(`settlement:states.${state}`)}
      {paidOn && ` · ${formatDay(paidOn, locale())}`}
    </small>
  </>
)

const skeletonRows = [1, 2, 3, 4, 5]

export function StatementTableSkeleton() {
  const columns = getColumns('KRW').map(({ key, label }) => ({
    key,
    label,
    cell: () => <Skeleton width={key === 'month' ? '110px' : '72px'} />,
  }))
  return (
    <section className={styles.list} aria-hidden="true">
      <h2>{t('statements:list.title')}</h2>
      <DataTable className={styles.table} columns={columns}>
        <DataRows rows={skeletonRows} columns={columns} getKey={(row) => row} attributes={() => ({})} />
      </DataTable>
    </section>
  )
}
