import { useState } from 'react'
import { assignChannel } from '#contract/channels/channel-changes.ts'
import { maxAssignedMembers } from '#contract/channels/channels.ts'
import { ChannelLine } from '#islands/channels/dialogs/parts/DialogParts.tsx'
import type { ChannelDialogProps } from '#islands/channels/dialogs/parts/dialog-props.ts'
import { useChannelAction } from '#islands/channels/dialogs/parts/use-action.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage } from '#islands/kit/dialogs/DialogParts.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { call } from '#lib/api/call.ts'
import { listNames } from '#lib/i18n/phrases.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { AssignmentDay } from './AssignmentDay.tsx'
import type { UseAssignmentShares } from './assignment-shares.ts'
import type { MemberOption } from './MemberChips.tsx'
import { MemberPicker } from './MemberPicker.tsx'

interface AssignDialogProps extends ChannelDialogProps {
  useShares: UseAssignmentShares
}

export function AssignDialog({ channel, onClose, onChanged, useShares }: AssignDialogProps) {
  const [selected, setSelected] = useState<readonly MemberOption[]>([])
  const [day, setDay] = useState('')
  const { pending, failure, run, setFailure } = useChannelAction(onChanged)
  const shares = useShares([channel], selected, { isBulk: false })
  const select = (people: readonly MemberOption[]) => {
    setSelected(people)
    setFailure(
      people.length > maxAssignedMembers
        ? t('channel-dialogs:assign.max', { count: maxAssignedMembers })
        : null,
    )
  }
  const assign = () => {
    if (selected.length === 0) return setFailure(t('messages:fields.members_required'))
    if (selected.length > maxAssignedMembers) return
    const problem = shares.findProblem()
    if (problem !== null) return setFailure(problem)
    return run(async () => {
      const from = day || undefined
      const body = { id: channel.id, members: selected.map(({ id }) => id), from }
      await call(assignChannel, { body })
      const refusal = await shares.save(from)
      if (refusal === null) notify('success', t('channel-dialogs:assign.done'))
      else notify('error', refusal)
      onChanged()
      onClose()
    })
  }
  return (
    <Dialog title={t('channel-dialogs:assign.title')} swipe="down" onClose={onClose}>
      <DialogContent>
        <ChannelLine channel={channel} />
        <p>{t('channel-dialogs:assign.lead')}</p>
        <CurrentMembers members={channel.members} />
        <MemberPicker assigned={channel.members} selected={selected} onChoose={select} />
        <AssignmentDay kind="assign.from" value={day} onChange={setDay} />
        {shares.fields}
        <ErrorMessage text={failure} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <Button kind="primary" pending={pending} onClick={assign}>
          {t('channel-dialogs:assign.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const maxNamedMembers = 5

function CurrentMembers({ members }: { members: readonly MemberOption[] }) {
  const named = members.slice(0, maxNamedMembers).map(({ nickname }) => nickname)
  const rest = members.length - named.length
  const names = listNames(named) + (rest > 0 ? ` +${rest}` : '')
  return (
    <p className="caption">
      {members.length > 0
        ? t('channel-dialogs:assign.current', { names })
        : t('channel-dialogs:assign.nobody')}
    </p>
  )
}
