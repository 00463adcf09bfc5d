import { useStore } from '@nanostores/react'
import type { Currency } from '#contract/platform/currency.ts'
import type { Payout } from '#contract/settlement/payments.ts'
import { RowCheckbox, type Selectable } from '#islands/kit/tables/Checkboxes.tsx'
import { ActionMenu } from '#islands/kit/ui/ActionMenu.tsx'
import { HiddenLabel } from '#islands/kit/ui/HiddenLabel.tsx'
import { Permitted } from '#islands/kit/ui/Permitted.tsx'
import type { BoardRow } from '#islands/settlement/payments/state/board.ts'
import { toLocalDay } from '#lib/format/date-math.ts'
import { formatMonthShort } from '#lib/format/day.ts'
import { formatMoney } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import styles from './Board.module.css'
import { formatBoardDay, getName } from './names.ts'
import { getActions } from './row-actions.ts'

interface ItemProps {
  row: BoardRow
  currency: Currency
  selectable: Selectable<BoardRow> | null
}

export function BoardItem({ row, currency, selectable }: ItemProps) {
  const name = getName(row.account)
  return (
    <li className={styles.item} data-payout={row.key} data-person={row.account.id}>
      {selectable && (
        <span className={styles.check}>
          <ItemCheckbox selectable={selectable} row={row} />
        </span>
      )}
      <span className={styles.name}>
        <a href={localizePath(`/statements/${row.statementId}`, locale())}>{name}</a>
      </span>
      <b className={styles.money}>{formatMoney(row.amount, currency, locale())}</b>
      <div className={styles.facts}>
        <Facts row={row} currency={currency} />
      </div>
      <div className={styles.menu}>
        <ActionMenu label={t('payments:menu.of', { name })} actions={getActions(row)} />
      </div>
    </li>
  )
}

/** Rerenders its item when the selection changes, to color it. */
function ItemCheckbox({ selectable, row }: { selectable: Selectable<BoardRow>; row: BoardRow }) {
  const isSelected = useStore(selectable.selection.$ids).has(selectable.selection.getId(row) ?? 0)
  return (
    <span data-selected={isSelected || undefined}>
      <RowCheckbox selectable={selectable} rows={selectable.rows ?? []} row={row} />
    </span>
  )
}

function Facts({ row, currency }: { row: BoardRow; currency: Currency }) {
  const { payout, month, account, group } = row
  const monthText = t('payments:item.month', { month: formatMonthShort(month, locale()) })
  if (group === 'blocked') {
    return (
      <>
        <small>{monthText}</small>
        <small>{t('payments:item.details')}</small>
        <Permitted permission="money.change">
          <button
            type="button"
            className={styles.fix}
            onClick={() => openDialog(account.nickname === null ? 'gonePayee' : 'payee', account.id)}
          >
            {t(account.nickname === null ? 'payments:item.enter' : 'settlement:checkAccount')}
            <HiddenLabel>{getName(account)}</HiddenLabel>
          </button>
        </Permitted>
      </>
    )
  }
  if (!payout) return null
  const { payment, amount, outstanding } = payout
  const format = (money: number) => formatMoney(money, currency, locale())
  if (group === 'paid') {
    return (
      <>
        <small>{monthText}</small>
        <small>{payment?.reference}</small>
        {payment && payment.amount < amount && (
          <small>{t('payments:item.ofParts', { amount: format(amount) })}</small>
        )}
      </>
    )
  }
  return (
    <>
      <small>{monthText}</small>
      {payout.paidTo !== null && <small>{payout.paidTo}</small>}
      {group === 'partly' && (
        <small>
          {t('payments:item.part', { amount: format(amount), paid: format(amount - outstanding) })}
        </small>
      )}
      {group === 'returned' && payout.returned && <Returned returned={payout.returned} />}
      {group === 'sent' && payout.exportedAt && (
        <small>{t('payments:item.sent', { day: formatBoardDay(toLocalDay(payout.exportedAt)) })}</small>
      )}
      {payout.requestedAt !== null && (
        <span className="chip" data-tone="primary" data-requested>
          {t('payments:item.requested', { day: formatBoardDay(toLocalDay(payout.requestedAt)) })}
        </span>
      )}
      {group === 'ready' && payout.requestedAt === null && <Payday payday={payout.payday} />}
    </>
  )
}

const Returned = ({
  returned: { day, reason, isMistake },
}: {
  returned: NonNullable<Payout['returned']>
}) => (
  <small className="break">
    <span className="bad">
      {t(`payments:item.${isMistake ? 'withdrawn' : 'returned'}`, { day: formatBoardDay(day) })}
    </span>{' '}
    {reason}
  </small>
)

const Payday = ({ payday }: { payday: string }) => {
  const isOver = payday < toLocalDay(new Date().toISOString())
  return (
    <small className={isOver ? 'warn' : undefined}>
      {t(`payments:item.${isOver ? 'overdue' : 'payday'}`, { day: formatBoardDay(payday) })}
    </small>
  )
}
