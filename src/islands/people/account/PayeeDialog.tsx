import { useStore } from '@nanostores/react'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { PayeeForm } from '#islands/settlement/payee/PayeeForm.tsx'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { ConfirmationFields, confirmIdentity, NoConfirmation } from './second-factor/confirmation.tsx'
import { factors, securityEvents } from './state/store.ts'

export function PayeeDialog() {
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
