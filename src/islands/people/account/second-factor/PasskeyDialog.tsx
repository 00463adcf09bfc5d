import { useState } from 'react'
import * as z from 'zod/mini'
import { addPasskey, PasskeyName, type SecondFactors, startPasskey } from '#contract/people/second-factor.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { factors as factorsQuery } from '#islands/people/account/state/store.ts'
import { call } from '#lib/api/call.ts'
import { renewToken } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { createPasskey } from '#lib/page/passkeys.ts'
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

const PasskeyForm = z.object({ ...ConfirmationForm.shape, name: PasskeyName })

export function PasskeyDialog({ factors: { confirmation } }: { factors: SecondFactors }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodesDialog codes={codes} />
  const add = async ({ name, password }: z.infer<typeof PasskeyForm>) => {
    const body = await confirmIdentity(confirmation, password)
    const { challenge, passkey } = await call(startPasskey, { body })
    const attestation = await createPasskey(passkey)
    const { token, recoveryCodes } = await call(addPasskey, { body: { challenge, name, attestation } })
    renewToken(token)
    notify('success', t('second-factor:passkeys.added'))
    if (recoveryCodes) setCodes(recoveryCodes)
    else closeFactorDialog()
    factorsQuery.reload()
  }
  return (
    <Dialog title={t('second-factor:passkeys.add')} swipe="down" onClose={closeFactorDialog}>
      {confirmation === null ? (
        <NoConfirmation />
      ) : (
        <>
          <DialogContent>
            <p className="muted">{t('second-factor:passkeys.addLead')}</p>
          </DialogContent>
          <Form schema={PasskeyForm} onSubmit={add}>
            <Field
              name="name"
              label={t('second-factor:passkeys.name')}
              hint={t('second-factor:passkeys.nameHint')}
              defaultValue={t('second-factor:passkeys.defaultName')}
              autoComplete="off"
              required
            />
            <ConfirmationFields confirmation={confirmation} />
            <ConfirmationActions>{t('second-factor:continue')}</ConfirmationActions>
          </Form>
        </>
      )}
    </Dialog>
  )
}
