import * as z from 'zod/mini'
import { removeStaff } from '#contract/people/membership/staff.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent, FormActions, PointList, SubjectLine } from '#islands/kit/dialogs/DialogParts.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { submitDecision } from './submit-decision.ts'
import type { PersonDialogProps } from './with-person.tsx'

const NoFields = z.object({})

export function RemoveDialog({ person: { id, nickname, email, state, isMember, own } }: PersonDialogProps) {
  const isInvitation = state === 'invited'
  const remove = () =>
    submitDecision(() => call(removeStaff, { body: { target: id } }), {
      success: t(isInvitation ? 'staff:remove.cancelled' : 'staff:remove.done', { name: nickname }),
      changesOwn: own,
    })
  const title = t(isInvitation ? 'staff:remove.invitation' : 'staff:remove.title')
  return (
    <Dialog title={title} swipe="down" focusesTitle onClose={closeDialog}>
      <DialogContent>
        <SubjectLine name={nickname} detail={email} />
        <PointList
          tone="warn"
          title={t('staff:remove.goes')}
          points={[t(isInvitation ? 'staff:remove.link' : 'staff:remove.rights')]}
        />
        {(!isInvitation || isMember) && (
          <PointList
            title={t('staff:remove.stays')}
            points={[t(isMember ? 'staff:remove.member' : 'staff:remove.account'), t('staff:remove.work')]}
          />
        )}
      </DialogContent>
      <Form schema={NoFields} onSubmit={remove}>
        <FormActions kind="danger" onClose={closeDialog}>
          {t(isInvitation ? 'staff:remove.cancel' : 'staff:remove.submit')}
        </FormActions>
      </Form>
    </Dialog>
  )
}
