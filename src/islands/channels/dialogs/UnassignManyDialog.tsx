import { useState } from 'react'
import { type Channel, maxAssignedMembers, unassignChannels } from '#contract/channels.ts'
import { Dialog } from '#islands/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage } from '#islands/dialogs/DialogParts.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import type { MemberOption } from './MemberChips.tsx'
import memberStyles from './MemberPicker.module.css'
import { SelectedNames } from './SelectedNames.tsx'
import { useBulkAction } from './use-bulk-action.ts'

interface AssignedMember extends MemberOption {
  readonly channelCount: number
}

/** Everyone who has one of the channels. */
function listMembers(channels: readonly Channel[]): AssignedMember[] {
  const members = new Map<number, AssignedMember>()
  for (const { id, nickname } of channels.flatMap((channel) => channel.members))
    members.set(id, { id, nickname, channelCount: (members.get(id)?.channelCount ?? 0) + 1 })
  return [...members.values()]
}

export function UnassignManyDialog() {
  const { channels, pending, failure, apply, setFailure } = useBulkAction(unassignChannels, (count) =>
    t('channel-dialogs:unassignMany.done', { count }),
  )
  const members = listMembers(channels)
  const [deselectedIds, setDeselectedIds] = useState<readonly number[]>([])
  const selected = members.filter(({ id }) => !deselectedIds.includes(id))
  const toggle = (id: number) => {
    setFailure(null)
    setDeselectedIds(
      deselectedIds.includes(id) ? deselectedIds.filter((other) => other !== id) : [...deselectedIds, id],
    )
  }
  const unassign = () => {
    if (selected.length === 0) return setFailure(t('channel-dialogs:unassign.required'))
    if (selected.length > maxAssignedMembers)
      return setFailure(t('channel-dialogs:assign.max', { count: maxAssignedMembers }))
    return apply(selected)
  }
  return (
    <Dialog title={t('channel-dialogs:unassignMany.title')} swipe="down" onClose={closeDialog}>
      <DialogContent>
        <p>{t('channel-dialogs:unassignMany.lead', { count: channels.length })}</p>
        <SelectedNames channels={channels} />
        {members.length > 0 ? (
          <fieldset className={memberStyles.options}>
            <legend className="visually-hidden">{t('channel-dialogs:unassign.members')}</legend>
            <ul className={`text-s ${memberStyles.list}`}>
              {members.map(({ id, nickname, channelCount }) => (
                <li key={id}>
                  <label className="row">
                    <input
                      type="checkbox"
                      checked={!deselectedIds.includes(id)}
                      onChange={() => toggle(id)}
                    />
                    <span className="grow break">{nickname}</span>
                    <small>{t('channel-dialogs:unassignMany.channels', { count: channelCount })}</small>
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
        ) : (
          <p className="caption">{t('channel-dialogs:unassignMany.nobody')}</p>
        )}
        <ErrorMessage text={failure} />
      </DialogContent>
      <DialogActions>
        <Button onClick={closeDialog}>{t('common:close')}</Button>
        {members.length > 0 && (
          <Button kind="primary" pending={pending} onClick={unassign}>
            {t('channel-dialogs:unassign.confirm')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
