import { useStore } from '@nanostores/react'
import { changeAccount } from '#contract/account.ts'
import { passwordLength } from '#contract/auth.ts'
import { call } from '#lib/api.ts'
import { $user } from '#lib/session.ts'
import { notify } from '#lib/snackbars.ts'
import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Dialog } from '#shared/Dialog.tsx'
import { Field } from '#shared/Field.tsx'
import { Form } from '#shared/Form.tsx'
import { SubmitButton } from '#shared/SubmitButton.tsx'
import styles from './Account.module.css'
import { closeDialog } from './opened.ts'
import { PasswordForm } from './password-form.ts'
import { sessions } from './store.ts'

const anew = { type: 'password', autoComplete: 'new-password', required: true } as const

async function change({ password, new_password }: PasswordForm): Promise<void> {
  await call(changeAccount, { body: { password, new_password } })
  notify('success', t('account:password.changed'))
  sessions.reload()
  closeDialog()
}

/** Takes a new password for the one of now; everybody else who is signed in with it is signed out. */
export function PasswordDialog() {
  const user = useStore($user)
  return (
    <Dialog title={t('account:password.title')} swipe="down" onClose={closeDialog}>
      <p className={styles.question}>{t('account:password.lead')}</p>
      <Form schema={PasswordForm} onSubmit={change}>
        {/* For what keeps passwords: whose it is. */}
        <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} readOnly />
        <Field
          name="password"
          type="password"
          label={t('account:password.current')}
          autoComplete="current-password"
          required
        />
        <Field
          name="new_password"
          label={t('account:password.new')}
          hint={t('account:password.hint', passwordLength)}
          {...anew}
        />
        <Field name="confirmation" label={t('account:password.confirmation')} {...anew} />
        <div className={styles.actions}>
          <Button onClick={closeDialog}>{t('common:cancel')}</Button>
          <SubmitButton>{t('account:password.submit')}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  )
}
