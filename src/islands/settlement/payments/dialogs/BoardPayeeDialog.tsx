import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { PayeeReviewDialog } from '#islands/settlement/payee/PayeeReviewDialog.tsx'
import { $rows, reloadPayments } from '#islands/settlement/payments/state/store.ts'
import { $dialogItemId, closeDialog } from '#lib/navigation/active-dialog.ts'

/** Lets a manager confirm or reject the payout account of somebody on the board. */
export function BoardPayeeDialog() {
  const id = useStore($dialogItemId)
  const account = useStore($rows).find((row) => row.account.id === id)?.account
  const [shown] = useState(account)
  const { nickname = null, email = null } = shown ?? {}
  const isKnown = shown !== undefined && nickname !== null && email !== null
  useEffect(() => {
    if (!isKnown) closeDialog()
  }, [isKnown])
  return (
    isKnown && (
      <PayeeReviewDialog
        member={{ id: shown.id, nickname, user_id: email }}
        onClose={closeDialog}
        onChanged={reloadPayments}
      />
    )
  )
}
