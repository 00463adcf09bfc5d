import { useStore } from '@nanostores/react'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import {
  ConfirmationFields,
  confirmIdentity,
  NoConfirmation,
} from '#islands/people/account/second-factor/confirmation.tsx'
import { factors, securityEvents } from '#islands/people/account/state/store.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { PayeeForm } from './PayeeForm.tsx'

/** Edits the account's own payout account, after the password or its replacement. */
export function OwnPayeeDialog() {
  const confirmation = useStore(factors.$state).result?.data.confirmation
  return (
    <Dialog title={t('payee:title')} swipe="down" onClose={closeDialog}>
      {confirmation === null && <NoConfirmation onClose={closeDialog} />}
      {confirmation && (
        <PayeeForm
          confirmationFields={<ConfirmationFields confirmation={confirmation} />}
          confirm={(password) => confirmIdentity(confirmation, password)}
          onClose={closeDialog}
          onChanged={securityEvents.reload}
        />
      )}
    </Dialog>
  )
}
