import { useState } from 'react'
import { assignChannel, maxAssignedMembers } from '#contract/channels.ts'
import { Dialog } from '#islands/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage } from '#islands/dialogs/DialogParts.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { ChannelLine } from './DialogParts.tsx'
import type { ChannelDialogProps } from './dialog-props.ts'
import type { MemberOption } from './MemberChips.tsx'
import { MemberPicker } from './MemberPicker.tsx'
import { useAction } from './use-action.ts'

export function AssignDialog({ channel, onClose, onChanged }: ChannelDialogProps) {
  const [selected, setSelected] = useState<readonly MemberOption[]>([])
  const { pending, failure, run, setFailure } = useAction(onChanged)
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
    return run(async () => {
      const body = { id: channel.id, members: selected.map(({ id }) => id) }
      await call(assignChannel, { body })
      notify('success', t('channel-dialogs:assign.done'))
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
  const names = named.join(', ') + (rest > 0 ? ` +${rest}` : '')
  return (
    <p className="caption">
      {members.length > 0
        ? t('channel-dialogs:assign.current', { names })
        : t('channel-dialogs:assign.nobody')}
    </p>
  )
}
