import {
  type Passkey,
  removePasskey,
  removeTotp,
  type SecondFactors,
} from '#contract/people/second-factor.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent } from '#islands/kit/dialogs/DialogParts.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { factors as factorsQuery } from '#islands/people/account/state/store.ts'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import {
  ConfirmationActions,
  ConfirmationFields,
  ConfirmationForm,
  confirmIdentity,
  NoConfirmation,
} from './confirmation.tsx'
import { closeFactorDialog } from './dialog.ts'

interface RemoveFactorDialogProps {
  factors: SecondFactors
  /** Null: the authenticator app. */
  passkey: Passkey | null
}

export function RemoveFactorDialog({ factors: { confirmation }, passkey }: RemoveFactorDialogProps) {
  const name = passkey ? 'passkeys' : 'totp'
  const remove = async ({ password }: { password?: string | undefined }) => {
    const body = await confirmIdentity(confirmation, password)
    if (passkey) await call(removePasskey, { body: { id: passkey.id, ...body } })
    else await call(removeTotp, { body })
    notify('success', t(`second-factor:${name}.removed`))
    closeFactorDialog()
    factorsQuery.reload()
  }
  return (
    <Dialog title={t(`second-factor:${name}.remove`)} swipe="down" onClose={closeFactorDialog}>
      {confirmation === null ? (
        <NoConfirmation />
      ) : (
        <>
          <DialogContent>
            <p>{t(`second-factor:${name}.removeLead`, passkey ? { name: passkey.name } : {})}</p>
          </DialogContent>
          <Form schema={ConfirmationForm} onSubmit={remove}>
            <ConfirmationFields confirmation={confirmation} />
            <ConfirmationActions kind="danger">{t(`second-factor:${name}.removeLabel`)}</ConfirmationActions>
          </Form>
        </>
      )}
    </Dialog>
  )
}
