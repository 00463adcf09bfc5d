import { useStore } from '@nanostores/react'
import * as z from 'zod/mini'
import { AccountUpdate, updateAccount } from '#contract/people/account.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent, FormActions } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { NewPasswordField } from '#islands/kit/forms/NewPasswordField.tsx'
import { call } from '#lib/api/call.ts'
import { $user } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import { sessions } from './state/store.ts'

const newPasswordProps = { type: 'password', autoComplete: 'new-password', required: true } as const

async function changePassword({ password, new_password }: PasswordForm): Promise<void> {
  await call(updateAccount, { body: { password, new_password } })
  notify('success', t('account:password.changed'))
  sessions.reload()
  closeDialog()
}

export function PasswordDialog() {
  const user = useStore($user)
  return (
    <Dialog title={t('credentials:changePassword')} swipe="down" onClose={closeDialog}>
      <DialogContent>
        <p className="muted">{t('account:password.lead')}</p>
      </DialogContent>
      <Form schema={PasswordForm} onSubmit={changePassword}>
        {/* Tells password managers which account it is. */}
        <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} readOnly />
        <Field
          name="password"
          type="password"
          label={t('credentials:currentPassword')}
          autoComplete="current-password"
          required
        />
        <NewPasswordField name="new_password" label={t('credentials:newPassword')} />
        <Field name="confirmation" label={t('credentials:newPasswordAgain')} {...newPasswordProps} />
        <FormActions onClose={closeDialog}>{t('account:password.submit')}</FormActions>
      </Form>
    </Dialog>
  )
}

const { password, new_password } = AccountUpdate.shape

const PasswordForm = z.object({ password, new_password, confirmation: z.string() }).check(
  z.refine((form) => form.new_password === form.confirmation, {
    path: ['confirmation'],
    ...errorCode('password_mismatch'),
    // Runs even when other fields are invalid, to report all errors at once.
    when: () => true,
  }),
)
type PasswordForm = z.infer<typeof PasswordForm>
