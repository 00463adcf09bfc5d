import { useStore } from '@nanostores/react'
import { getName } from '#islands/settlement/payments/board/names.ts'
import { PayDialog } from '#islands/settlement/payments/pay/PayDialog.tsx'
import { $toPay, clearSelections, findToPay } from '#islands/settlement/payments/state/selection.ts'
import { $list, $rows, reloadPayments } from '#islands/settlement/payments/state/store.ts'
import { $activeDialog, $dialogItemId } from '#lib/navigation/active-dialog.ts'
import { useDialogRows } from './use-dialog-rows.ts'

/** Records that what is selected, or one statement, was paid. */
export function BoardPayDialog() {
  const id = useStore($dialogItemId)
  const selected = useStore($toPay)
  const one = findToPay(useStore($rows), id)
  const isPart = useStore($activeDialog)?.flag === 'payPart'
  const currency = useStore($list)?.currency ?? 'KRW'
  const rows = useDialogRows(id === null ? selected : one)
  const payable = rows.flatMap(({ payout, statementId, account, amount }) =>
    payout === null
      ? []
      : [{ statementId, number: payout.number, name: getName(account), outstanding: amount }],
  )
  function onPaid() {
    clearSelections()
    reloadPayments()
  }
  return (
    payable.length > 0 && <PayDialog rows={payable} currency={currency} isPart={isPart} onPaid={onPaid} />
  )
}
