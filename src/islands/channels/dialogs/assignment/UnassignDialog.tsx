import { useState } from 'react'
import { unassignChannel } from '#contract/channels/channel-changes.ts'
import { ChannelLine } from '#islands/channels/dialogs/parts/DialogParts.tsx'
import type { ChannelDialogProps } from '#islands/channels/dialogs/parts/dialog-props.ts'
import { useChannelAction } from '#islands/channels/dialogs/parts/use-action.ts'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { UnassignForm } from './UnassignForm.tsx'
import { useSelectedMembers } from './use-selected-members.ts'

export function UnassignDialog({ channel, onClose, onChanged }: ChannelDialogProps) {
  const { members } = channel
  const [day, setDay] = useState('')
  const { selected, toggle } = useSelectedMembers(members)
  const { pending, failure, run, setFailure } = useChannelAction(onChanged)
  const unassign = () => {
    if (selected.length === 0) return setFailure(t('channel-dialogs:unassign.required'))
    return run(async () => {
      for (const { id } of selected) {
        await call(unassignChannel, { body: { id: channel.id, member: id, until: day || undefined } })
        onChanged()
      }
      notify('success', t('channel-dialogs:unassign.done'))
      onClose()
    })
  }
  return (
    <UnassignForm
      title={t('channel-dialogs:unassign.title')}
      members={members}
      selected={selected}
      emptyText={t('channel-dialogs:assign.nobody')}
      failure={failure}
      pending={pending}
      onToggle={toggle}
      day={day}
      onDayChange={setDay}
      onUnassign={unassign}
      onClose={onClose}
    >
      <ChannelLine channel={channel} />
      <p>{t('channel-dialogs:unassign.lead')}</p>
    </UnassignForm>
  )
}
