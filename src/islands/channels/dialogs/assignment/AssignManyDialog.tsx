import { useState } from 'react'
import { assignChannels } from '#contract/channels/channel-changes.ts'
import { maxAssignedMembers, maxBulkAssignments } from '#contract/channels/channels.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage } from '#islands/kit/dialogs/DialogParts.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { AssignmentDay } from './AssignmentDay.tsx'
import type { UseAssignmentShares } from './assignment-shares.ts'
import type { MemberOption } from './MemberChips.tsx'
import { MemberPicker } from './MemberPicker.tsx'
import { SelectedNames } from './SelectedNames.tsx'
import { useBulkAction } from './use-bulk-action.ts'

export function AssignManyDialog({ useShares }: { useShares: UseAssignmentShares }) {
  const [members, setMembers] = useState<readonly MemberOption[]>([])
  const [day, setDay] = useState('')
  const { channels, pending, failure, apply, setFailure } = useBulkAction(
    (body) => call(assignChannels, { body: { ...body, from: day || undefined } }),
    (count) => t('channel-dialogs:assignMany.done', { count }),
  )
  const shares = useShares(channels, members, { isBulk: true })
  const select = (people: readonly MemberOption[]) => {
    setMembers(people)
    setFailure(
      people.length > maxAssignedMembers
        ? t('channel-dialogs:assign.max', { count: maxAssignedMembers })
        : null,
    )
  }
  const assign = () => {
    if (members.length === 0) return setFailure(t('messages:fields.members_required'))
    if (members.length > maxAssignedMembers) return
    if (channels.length * members.length > maxBulkAssignments)
      return setFailure(t('messages:fields.assignments_many'))
    const problem = shares.findProblem()
    return problem === null ? apply(members, () => shares.save(day || undefined)) : setFailure(problem)
  }
  return (
    <Dialog title={t('channel-dialogs:assignMany.title')} swipe="down" onClose={closeDialog}>
      <DialogContent>
        <p>{t('channel-dialogs:assignMany.lead', { count: channels.length })}</p>
        <SelectedNames channels={channels} />
        <MemberPicker assigned={[]} selected={members} onChoose={select} />
        <AssignmentDay kind="assign.from" value={day} onChange={setDay} />
        {shares.fields}
        <ErrorMessage text={failure} />
      </DialogContent>
      <DialogActions>
        <Button onClick={closeDialog}>{t('common:cancel')}</Button>
        <Button kind="primary" pending={pending} onClick={assign}>
          {t('channel-dialogs:assign.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
