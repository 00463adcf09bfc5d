import { useStore } from '@nanostores/react'
import { CardTotals } from '#islands/kit/tables/CardTotals.tsx'
import styles from '#islands/settlement/months/state/Months.module.css'
import { canBePaid } from '#islands/settlement/months/state/rows.ts'
import { $selectedIds } from '#islands/settlement/months/state/selection.ts'
import { formatAmount } from '#lib/format/amount.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { PageCheckbox, RowCheckbox } from './Checkboxes.tsx'
import type { RowsProps } from './MemberTable.tsx'
import { getAccountName, MemberName, RowState } from './member-cells.tsx'

/** The table on a phone: who, how much, and whether it has been paid. The statement has the rest. */
export function MemberCards({ detail, rows, listed }: RowsProps) {
  const { currency, totals, network } = detail
  const selectedIds = useStore($selectedIds)
  const isPayable = detail.rows.some(canBePaid)
  const format = (amount: number) => formatAmount(amount, currency, locale())
  return (
    <>
      <CardTotals label={t('months:members.totals')}>{format(totals.payable)}</CardTotals>
      {network && <CardTotals label={t('months:members.networkNet')}>{format(network.net)}</CardTotals>}
      {isPayable && (
        <p className={styles.selectAll}>
          <PageCheckbox rows={listed} /> <span aria-hidden="true">{t('months:select.all')}</span>
        </p>
      )}
      <ul className={styles.cards} data-selectable={isPayable || undefined}>
        {rows.map((row) => {
          const isSelected = row.statementId !== null && selectedIds.has(row.statementId)
          return (
            <li key={row.account.id} data-member={row.account.id} data-selected={isSelected || undefined}>
              {isPayable && (
                <span>
                  <RowCheckbox rows={listed} row={row} isSelected={isSelected} />
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
              </p>
              <RowState row={row} />
            </li>
          )
        })}
      </ul>
    </>
  )
}
