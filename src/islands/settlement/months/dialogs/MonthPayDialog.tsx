import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { getAccountName } from '#islands/settlement/months/members/member-cells.tsx'
import { $selection, statementSelection } from '#islands/settlement/months/state/selection.ts'
import { $detail, reloadMonth } from '#islands/settlement/months/state/store.ts'
import { PayDialog } from '#islands/settlement/payments/pay/PayDialog.tsx'
import { closeDialog } from '#lib/navigation/active-dialog.ts'

/** Records that the selected statements were paid. */
export function MonthPayDialog() {
  const selection = useStore($selection)
  const currency = useStore($detail).detail?.currency ?? 'KRW'
  // Recorded rows are no longer selected, so the dialog remembers them until it closes.
  const [rows] = useState(() =>
    selection.flatMap((row) =>
      row.statementId === null || row.number === null
        ? []
        : [{ ...row, statementId: row.statementId, number: row.number, name: getAccountName(row) }],
    ),
  )
  useEffect(() => {
    if (rows.length === 0) closeDialog()
  }, [rows])
  function onPaid() {
    statementSelection.clear()
    reloadMonth()
  }
  return rows.length > 0 && <PayDialog rows={rows} currency={currency} onPaid={onPaid} />
}
