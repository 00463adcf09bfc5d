import type * as z from 'zod/mini'
import { changeStaffRoles } from '#contract/people/membership/staff.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent, FormActions, SubjectLine } from '#islands/kit/dialogs/DialogParts.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { RoleChoice } from './RoleChoice.tsx'
import { getChosenRoles, RolesForm } from './role-form.ts'
import { submitDecision } from './submit-decision.ts'
import type { PersonDialogProps } from './with-person.tsx'

export function RolesDialog({ person: { id, nickname, email, roles, own } }: PersonDialogProps) {
  const change = (values: z.output<typeof RolesForm>) =>
    submitDecision(() => call(changeStaffRoles, { body: { target: id, roles: getChosenRoles(values) } }), {
      success: t('staff:roles.done', { name: nickname }),
      changesOwn: own,
    })
  return (
    <Dialog title={t('staff:roles.title')} swipe="down" guardsInput onClose={closeDialog}>
      <DialogContent>
        <SubjectLine name={nickname} detail={email} />
        <p className="muted">{t(own ? 'staff:roles.own' : 'staff:roles.lead')}</p>
      </DialogContent>
      <Form schema={RolesForm} onSubmit={change}>
        <RoleChoice label={t('staff:choose')} initial={roles} />
        <FormActions onClose={closeDialog}>{t('common:save')}</FormActions>
      </Form>
    </Dialog>
  )
}
