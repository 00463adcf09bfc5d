import * as z from 'zod/mini'
import { NewPassword } from '#contract/auth.ts'
import { updateMember } from '#contract/member-management.ts'
import { Dialog } from '#islands/dialogs/Dialog.tsx'
import { Form } from '#islands/forms/Form.tsx'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { DialogActions, MemberLine } from './DialogParts.tsx'
import styles from './Dialogs.module.css'
import type { MemberDialogProps } from './dialog-props.ts'
import { PasswordField } from './PasswordField.tsx'
import { submitMemberChange } from './submit-change.ts'

const PasswordForm = z.object({ password: NewPassword })

/** Gives a member another password. */
export function PasswordDialog({ member, ...callbacks }: MemberDialogProps) {
  const changePassword = ({ password }: z.output<typeof PasswordForm>) =>
    submitMemberChange(
      callbacks,
      () => call(updateMember, { body: { target: member.id, password } }),
      t('member-dialogs:password.done'),
    )
  return (
    <Dialog title={t('member-dialogs:password.title')} swipe="down" onClose={callbacks.onClose}>
      <div className={styles.content}>
        <MemberLine member={member} />
        <p>{t('member-dialogs:password.lead')}</p>
      </div>
      <Form schema={PasswordForm} onSubmit={changePassword}>
        <PasswordField label={t('member-dialogs:password.field')} />
        <DialogActions onClose={callbacks.onClose}>{t('member-dialogs:password.confirm')}</DialogActions>
      </Form>
    </Dialog>
  )
}
