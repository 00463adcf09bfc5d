import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { PayeeReviewDialog } from '#islands/settlement/payee/PayeeReviewDialog.tsx'
import { $dialogItemId, closeDialog } from '#lib/navigation/active-dialog.ts'
import { siteReview, waitingPayees } from './store.ts'

/** Lets an operator confirm a payout account on a site of theirs. */
export function SitePayeeDialog() {
  const id = useStore($dialogItemId)
  const payees = useStore(waitingPayees.$state).result?.data.payees ?? []
  const found = payees.find(({ accountId, isOwn }) => accountId === id && !isOwn)
  // Confirming removes it from the list, so the dialog keeps it until it closes.
  const [shown] = useState(found)
  useEffect(() => {
    if (!shown) closeDialog()
  }, [shown])
  return (
    shown && (
      <PayeeReviewDialog
        member={{ id: shown.accountId, nickname: shown.nickname, user_id: shown.email }}
        review={siteReview}
        onClose={closeDialog}
        onChanged={waitingPayees.reload}
      />
    )
  )
}
