import type * as z from 'zod/mini'
import { deleteMember } from '#contract/people/member-management.ts'
import { AccountMoney } from '#islands/kit/dialogs/AccountMoney.tsx'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent, FormActions, PointList, SubjectLine } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { PasswordForm } from '#islands/kit/forms/password-form.ts'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import type { MemberDialogProps } from './dialog-props.ts'
import { submitMemberChange } from './submit-change.ts'

export function DeleteDialog({ member, ...callbacks }: MemberDialogProps) {
  const remove = ({ password }: z.output<typeof PasswordForm>) =>
    submitMemberChange(
      callbacks,
      () => call(deleteMember, { body: { target: member.id, password } }),
      t('member-dialogs:delete.done'),
    )
  return (
    <Dialog title={t('member-dialogs:delete.title')} swipe="down" focusesTitle onClose={callbacks.onClose}>
      <DialogContent>
        <SubjectLine name={member.nickname} detail={member.user_id} />
        <AccountMoney member={member.id} />
        <PointList
          tone="warn"
          title={t('member-dialogs:delete.goes')}
          points={(['account', 'assignments'] as const).map((key) => t(`member-dialogs:delete.${key}`))}
        />
        <PointList
          title={t('member-dialogs:delete.stays')}
          points={(['channels', 'fees'] as const).map((key) => t(`member-dialogs:delete.${key}`))}
        />
      </DialogContent>
      <Form schema={PasswordForm} onSubmit={remove}>
        <Field
          name="password"
          type="password"
          label={t('credentials:managerPassword')}
          autoComplete="current-password"
          required
        />
        <FormActions kind="danger" onClose={callbacks.onClose}>
          {t('member-dialogs:delete.title')}
        </FormActions>
      </Form>
    </Dialog>
  )
}
