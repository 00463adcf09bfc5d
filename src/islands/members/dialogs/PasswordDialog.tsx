import * as z from 'zod/mini'
import { NewPassword } from '#contract/auth.ts'
import { changeMember } from '#contract/member-changes.ts'
import { call } from '#lib/api.ts'
import { t } from '#lib/strings.ts'
import { Dialog } from '#shared/Dialog.tsx'
import { Form } from '#shared/Form.tsx'
import { changeAndTell } from './change-member.ts'
import { Actions, MemberLine } from './DialogParts.tsx'
import styles from './Dialogs.module.css'
import type { MemberDialogProps } from './dialog-props.ts'
import { PasswordField } from './PasswordField.tsx'

const PasswordForm = z.object({ password: NewPassword })

/** Gives a member another password. */
export function PasswordDialog({ member, ...after }: MemberDialogProps) {
  const change = ({ password }: z.output<typeof PasswordForm>) =>
    changeAndTell(
      after,
      () => call(changeMember, { body: { target: member.id, password } }),
      t('member-dialogs:password.done'),
    )
  return (
    <Dialog title={t('member-dialogs:password.title')} swipe="down" onClose={after.onClose}>
      <div className={styles.content}>
        <MemberLine member={member} />
        <p>{t('member-dialogs:password.lead')}</p>
      </div>
      <Form schema={PasswordForm} onSubmit={change}>
        <PasswordField label={t('member-dialogs:password.field')} />
        <Actions onClose={after.onClose}>{t('member-dialogs:password.confirm')}</Actions>
      </Form>
    </Dialog>
  )
}
