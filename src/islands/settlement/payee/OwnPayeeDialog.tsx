import { useStore } from '@nanostores/react'
import { updatePayee } from '#contract/settlement/payees.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import {
  ConfirmationFields,
  confirmIdentity,
  NoConfirmation,
} from '#islands/people/account/second-factor/confirmation.tsx'
import { factors, securityEvents } from '#islands/people/account/state/store.ts'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import { PayeeForm, type PayeeValues } from './PayeeForm.tsx'
import { ownPayee } from './store.ts'

/** Edits the account's own payout account, after the password or its replacement. */
export function OwnPayeeDialog() {
  const confirmation = useStore(factors.$state).result?.data.confirmation
  const before = useStore(ownPayee.$state).result?.data.payee
  async function save({ password, ...values }: PayeeValues): Promise<void> {
    if (!confirmation) return
    await call(updatePayee, { body: { ...values, ...(await confirmIdentity(confirmation, password)) } })
    notify('success', t('payee:changed'))
    ownPayee.reload()
    securityEvents.reload()
    closeDialog()
  }
  return (
    <Dialog title={t('payout:account')} swipe="down" onClose={closeDialog}>
      {confirmation === null && <NoConfirmation onClose={closeDialog} />}
      {confirmation && (
        <PayeeForm
          lead={t('payee:formLead')}
          before={before}
          confirmationFields={<ConfirmationFields confirmation={confirmation} />}
          save={save}
          onClose={closeDialog}
        />
      )}
    </Dialog>
  )
}
