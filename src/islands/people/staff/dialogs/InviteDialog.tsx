import type * as z from 'zod/mini'
import { maxMemberNickname } from '#contract/people/auth.ts'
import { inviteStaff } from '#contract/people/membership/staff.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent, FormActions } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { staff } from '#islands/people/staff/store.ts'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import { RoleChoice } from './RoleChoice.tsx'
import { getChosenRoles, InvitationForm } from './role-form.ts'

export function InviteDialog() {
  async function invite({ email, nickname, ...roles }: z.output<typeof InvitationForm>) {
    const { person } = await call(inviteStaff, { body: { email, nickname, roles: getChosenRoles(roles) } })
    const isNew = person.state === 'invited'
    notify('success', t(isNew ? 'staff:invite.done' : 'staff:invite.joined', { name: person.nickname }))
    closeDialog()
    staff.reload()
  }
  return (
    <Dialog title={t('staff:invite.open')} swipe="down" guardsInput onClose={closeDialog}>
      <DialogContent>
        <p className="muted">{t('staff:invite.lead')}</p>
      </DialogContent>
      <Form schema={InvitationForm} onSubmit={invite}>
        <Field name="email" type="email" label={t('credentials:email')} autoComplete="off" required />
        <Field
          name="nickname"
          label={t('credentials:nickname')}
          autoComplete="off"
          maxLength={maxMemberNickname}
          required
        />
        <RoleChoice label={t('staff:choose')} initial={[]} />
        <FormActions onClose={closeDialog}>{t('staff:invite.submit')}</FormActions>
      </Form>
    </Dialog>
  )
}
