import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { enterPayeeOfGone } from '#contract/settlement/payees.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent, SubjectLine } from '#islands/kit/dialogs/DialogParts.tsx'
import { PayeeForm, type PayeeValues } from '#islands/settlement/payee/PayeeForm.tsx'
import { reloadPayments } from '#islands/settlement/payments/state/store.ts'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { $dialogItemId, closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'

/** Asks where somebody who is gone is paid. */
export function GonePayeeDialog() {
  const id = useStore($dialogItemId)
  const [target] = useState(id ?? 0)
  async function save({ password: _, ...values }: PayeeValues): Promise<void> {
    await call(enterPayeeOfGone, { body: { ...values, target } })
    notify('success', t('payment-dialogs:gone.done'))
    reloadPayments()
    closeDialog()
  }
  return (
    <Dialog title={t('payout:enter')} swipe="down" guardsInput onClose={closeDialog}>
      <DialogContent>
        <SubjectLine
          name={t('lists:deletedAccount')}
          detail={t('payment-dialogs:end.number', { id: target })}
        />
      </DialogContent>
      <PayeeForm lead={t('payment-dialogs:gone.lead')} save={save} onClose={closeDialog} />
    </Dialog>
  )
}
