import type * as z from 'zod/mini'
import { handOverNetwork } from '#contract/people/membership/staff.ts'
import { staffRoles } from '#contract/platform/roles.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent, FormActions, SubjectLine } from '#islands/kit/dialogs/DialogParts.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { staff } from '#islands/people/staff/store.ts'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { RoleChoice } from './RoleChoice.tsx'
import { getChosenRoles, KeptRolesForm } from './role-form.ts'
import { submitDecision } from './submit-decision.ts'
import type { PersonDialogProps } from './with-person.tsx'

const keepable = staffRoles.filter((role) => role !== 'owner')

export function HandOverDialog({ person: { id, nickname, email } }: PersonDialogProps) {
  const own = staff.$state.get().result?.data.staff.find((one) => one.own)?.roles ?? []
  const handOver = (values: z.output<typeof KeptRolesForm>) =>
    submitDecision(() => call(handOverNetwork, { body: { target: id, keep: getChosenRoles(values) } }), {
      success: t('staff:handOver.done', { name: nickname }),
      changesOwn: true,
    })
  return (
    <Dialog title={t('staff:handOver.title')} swipe="down" guardsInput focusesTitle onClose={closeDialog}>
      <DialogContent>
        <SubjectLine name={nickname} detail={email} />
        <p className="panel" data-tone="warn">
          {t('staff:handOver.lead', { name: nickname })}
        </p>
        <p className="muted">{t('staff:handOver.leave')}</p>
      </DialogContent>
      <Form schema={KeptRolesForm} onSubmit={handOver}>
        <RoleChoice label={t('staff:handOver.keep')} initial={own} roles={keepable} />
        <FormActions kind="danger" onClose={closeDialog}>
          {t('staff:handOver.submit')}
        </FormActions>
      </Form>
    </Dialog>
  )
}
