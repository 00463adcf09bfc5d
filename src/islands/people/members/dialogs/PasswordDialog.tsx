import * as z from 'zod/mini'
import { updateMember } from '#contract/people/member-management.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent, FormActions, SubjectLine } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { PasswordForm } from '#islands/kit/forms/password-form.ts'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import type { MemberDialogProps } from './dialog-props.ts'
import { PasswordField } from './PasswordField.tsx'
import { submitMemberChange } from './submit-change.ts'

const MemberPasswordForm = z.object({
  ...PasswordForm.shape,
  own_password: z.string().check(z.minLength(1, errorCode('password_required'))),
})

export function PasswordDialog({ member, ...callbacks }: MemberDialogProps) {
  const changePassword = ({ password, own_password }: z.output<typeof MemberPasswordForm>) =>
    submitMemberChange(
      callbacks,
      () => call(updateMember, { body: { target: member.id, password, own_password } }),
      t('member-dialogs:password.done'),
    )
  return (
    <Dialog title={t('credentials:changePassword')} swipe="down" onClose={callbacks.onClose}>
      <DialogContent>
        <SubjectLine name={member.nickname} detail={member.user_id} />
        <p>{t('member-dialogs:password.lead')}</p>
      </DialogContent>
      <Form schema={MemberPasswordForm} onSubmit={changePassword}>
        <PasswordField label={t('credentials:newPassword')} />
        <Field
          name="own_password"
          type="password"
          label={t('credentials:managerPassword')}
          hint={t('member-dialogs:ownPasswordHint')}
          autoComplete="current-password"
          required
        />
        <FormActions onClose={callbacks.onClose}>{t('common:change')}</FormActions>
      </Form>
    </Dialog>
  )
}
