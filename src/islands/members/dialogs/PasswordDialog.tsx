import type * as z from 'zod/mini'
import { updateMember } from '#contract/member-management.ts'
import { Dialog } from '#islands/dialogs/Dialog.tsx'
import { DialogContent, FormActions, SubjectLine } from '#islands/dialogs/DialogParts.tsx'
import { Form } from '#islands/forms/Form.tsx'
import { PasswordForm } from '#islands/forms/password-form.ts'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import type { MemberDialogProps } from './dialog-props.ts'
import { PasswordField } from './PasswordField.tsx'
import { submitMemberChange } from './submit-change.ts'

export function PasswordDialog({ member, ...callbacks }: MemberDialogProps) {
  const changePassword = ({ password }: z.output<typeof PasswordForm>) =>
    submitMemberChange(
      callbacks,
      () => call(updateMember, { body: { target: member.id, password } }),
      t('member-dialogs:password.done'),
    )
  return (
    <Dialog title={t('member-dialogs:password.title')} swipe="down" onClose={callbacks.onClose}>
      <DialogContent>
        <SubjectLine name={member.nickname} detail={member.user_id} />
        <p>{t('member-dialogs:password.lead')}</p>
      </DialogContent>
      <Form schema={PasswordForm} onSubmit={changePassword}>
        <PasswordField label={t('member-dialogs:password.field')} />
        <FormActions onClose={callbacks.onClose}>{t('member-dialogs:password.confirm')}</FormActions>
      </Form>
    </Dialog>
  )
}
