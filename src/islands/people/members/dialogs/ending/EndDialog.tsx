import * as z from 'zod/mini'
import { endMembership } from '#contract/people/membership/membership.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent, FormActions, PointList, SubjectLine } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { PasswordForm } from '#islands/kit/forms/password-form.ts'
import type { MemberDialogProps } from '#islands/people/members/dialogs/dialog-props.ts'
import { FromDayInput } from '#islands/people/members/dialogs/fees/fee-form.ts'
import { submitMemberChange } from '#islands/people/members/dialogs/submit-change.ts'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'

const EndForm = z.object({ until: FromDayInput, ...PasswordForm.shape })

export function EndDialog({ member, ...callbacks }: MemberDialogProps) {
  const end = ({ password, until }: z.output<typeof EndForm>) =>
    submitMemberChange(
      callbacks,
      () => call(endMembership, { body: { target: member.id, password, until } }),
      t('member-access:end.done'),
    )
  return (
    <Dialog title={t('member-access:end.title')} swipe="down" focusesTitle onClose={callbacks.onClose}>
      <DialogContent>
        <SubjectLine name={member.nickname} detail={member.user_id} />
        <PointList
          tone="warn"
          title={t('member-access:end.ends')}
          points={(['channels', 'fee', 'screens'] as const).map((key) => t(`member-access:end.${key}`))}
        />
        <PointList
          title={t('member-access:end.stays')}
          points={(['account', 'money', 'figures'] as const).map((key) => t(`member-access:end.${key}`))}
        />
      </DialogContent>
      <Form schema={EndForm} onSubmit={end}>
        <Field
          name="until"
          type="date"
          label={t('member-access:end.until')}
          hint={t('member-access:end.untilHint')}
        />
        <Field
          name="password"
          type="password"
          label={t('credentials:managerPassword')}
          autoComplete="current-password"
          required
        />
        <FormActions kind="danger" onClose={callbacks.onClose}>
          {t('member-access:end.title')}
        </FormActions>
      </Form>
    </Dialog>
  )
}
