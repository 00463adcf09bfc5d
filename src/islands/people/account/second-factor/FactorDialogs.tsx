import { useState } from 'react'
import * as z from 'zod/mini'
import {
  addPasskey,
  type Passkey,
  PasskeyName,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
  type SecondFactors,
  startPasskey,
} from '#contract/people/second-factor.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent, FormActions } from '#islands/kit/dialogs/DialogParts.tsx'
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
import { closeFactorDialog, type FactorDialog } from './dialog.ts'
import { RecoveryCodesDialog } from './RecoveryCodes.tsx'
import { TotpDialog } from './TotpDialog.tsx'

interface FactorDialogsProps {
  dialog: FactorDialog
  factors: SecondFactors
}

/** Renders the open dialog. */
export function FactorDialogs({ dialog, factors }: FactorDialogsProps) {
  switch (dialog.name) {
    case 'totp':
      return <TotpDialog factors={factors} />
    case 'passkey':
      return <PasskeyDialog factors={factors} />
    case 'renew-codes':
      return <RenewCodesDialog factors={factors} />
    case 'rename-passkey':
      return <RenamePasskeyDialog passkey={dialog.passkey} />
    case 'remove-totp':
      return <RemoveFactorDialog factors={factors} passkey={null} />
    case 'remove-passkey':
      return <RemoveFactorDialog factors={factors} passkey={dialog.passkey} />
  }
}

const PasskeyForm = z.object({ ...ConfirmationForm.shape, name: PasskeyName })

function PasskeyDialog({ factors: { confirmation } }: { factors: SecondFactors }) {
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

interface RemoveFactorDialogProps {
  factors: SecondFactors
  /** Null: the authenticator app. */
  passkey: Passkey | null
}

function RemoveFactorDialog({ factors: { confirmation }, passkey }: RemoveFactorDialogProps) {
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
            <ConfirmationActions kind="danger">{t('second-factor:remove')}</ConfirmationActions>
          </Form>
        </>
      )}
    </Dialog>
  )
}

const NameForm = z.object({ name: PasskeyName })

function RenamePasskeyDialog({ passkey: { id, name: currentName } }: { passkey: Passkey }) {
  const rename = async ({ name }: { name: string }) => {
    if (name !== currentName) {
      await call(renamePasskey, { body: { id, name } })
      notify('success', t('second-factor:passkeys.renamed'))
    }
    closeFactorDialog()
    factorsQuery.reload()
  }
  return (
    <Dialog title={t('second-factor:passkeys.rename')} swipe="down" onClose={closeFactorDialog}>
      <Form schema={NameForm} onSubmit={rename}>
        <DialogContent>
          <Field
            name="name"
            label={t('second-factor:passkeys.name')}
            hint={t('second-factor:passkeys.nameHint')}
            defaultValue={currentName}
            autoComplete="off"
            required
          />
        </DialogContent>
        <FormActions onClose={closeFactorDialog}>{t('common:save')}</FormActions>
      </Form>
    </Dialog>
  )
}

function RenewCodesDialog({ factors: { confirmation } }: { factors: SecondFactors }) {
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
