import { useState } from 'react'
import { unassignChannels } from '#contract/channels/channel-changes.ts'
import { type Channel, maxAssignedMembers } from '#contract/channels/channels.ts'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import type { MemberOption } from './MemberChips.tsx'
import { SelectedNames } from './SelectedNames.tsx'
import { UnassignForm } from './UnassignForm.tsx'
import { useBulkAction } from './use-bulk-action.ts'
import { useSelectedMembers } from './use-selected-members.ts'

interface AssignedMember extends MemberOption {
  readonly channelCount: number
}

/** Lists everyone who is assigned to one of the channels. */
function listMembers(channels: readonly Channel[]): AssignedMember[] {
  const members = new Map<number, AssignedMember>()
  for (const { id, nickname } of channels.flatMap((channel) => channel.members))
    members.set(id, { id, nickname, channelCount: (members.get(id)?.channelCount ?? 0) + 1 })
  return [...members.values()]
}

export function UnassignManyDialog() {
  const [day, setDay] = useState('')
  const { channels, pending, failure, apply, setFailure } = useBulkAction(
    (body) => call(unassignChannels, { body: { ...body, until: day || undefined } }),
    (count) => t('channel-dialogs:unassignMany.done', { count }),
  )
  const members = listMembers(channels)
  const { selected, toggle } = useSelectedMembers(members)
  const select = (id: number) => {
    setFailure(null)
    toggle(id)
  }
  const unassign = () => {
    if (selected.length === 0) return setFailure(t('channel-dialogs:unassign.required'))
    if (selected.length > maxAssignedMembers)
      return setFailure(t('channel-dialogs:assign.max', { count: maxAssignedMembers }))
    return apply(selected)
  }
  return (
    <UnassignForm
      title={t('channel-dialogs:unassignMany.title')}
      members={members}
      selected={selected}
      renderNote={({ channelCount }) => <small>{t('common:channelCount', { count: channelCount })}</small>}
      emptyText={t('channel-dialogs:unassignMany.nobody')}
      failure={failure}
      pending={pending}
      onToggle={select}
      day={day}
      onDayChange={setDay}
      onUnassign={unassign}
      onClose={closeDialog}
    >
      <p>{t('channel-dialogs:unassignMany.lead', { count: channels.length })}</p>
      <SelectedNames channels={channels} />
    </UnassignForm>
  )
}
