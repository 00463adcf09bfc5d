import { useState } from 'react'
import { renewRecoveryCodes, type SecondFactors } from '#contract/people/second-factor.ts'
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
import { RecoveryCodesDialog } from './RecoveryCodes.tsx'

export function RenewCodesDialog({ factors: { confirmation } }: { factors: SecondFactors }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodesDialog codes={codes} />
  const renew = async ({ password }: { password?: string | undefined }) => {
    const body = await confirmIdentity(confirmation, password)
    setCodes((await call(renewRecoveryCodes, { body })).recoveryCodes)
    notify('success', t('second-factor:codes.renewed'))
    factorsQuery.reload()
  }
  return (
    <Dialog title={t('second-factor:codes.renew')} swipe="down" onClose={closeFactorDialog}>
      {confirmation === null ? (
        <NoConfirmation />
      ) : (
        <>
          <DialogContent>
            <p>{t('second-factor:codes.renewLead')}</p>
          </DialogContent>
          <Form schema={ConfirmationForm} onSubmit={renew}>
            <ConfirmationFields confirmation={confirmation} />
            <ConfirmationActions>{t('second-factor:continue')}</ConfirmationActions>
          </Form>
        </>
      )}
    </Dialog>
  )
}
