import * as z from 'zod/mini'
import { type Passkey, PasskeyName, renamePasskey } from '#contract/people/second-factor.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent, FormActions } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { factors as factorsQuery } from '#islands/people/account/state/store.ts'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { closeFactorDialog } from './dialog.ts'

const NameForm = z.object({ name: PasskeyName })

export function RenamePasskeyDialog({ passkey: { id, name: currentName } }: { passkey: Passkey }) {
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
        <FormActions onClose={closeFactorDialog}>{t('second-factor:passkeys.save')}</FormActions>
      </Form>
    </Dialog>
  )
}
