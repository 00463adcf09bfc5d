import { useState } from 'react'
import { type Channel, unassignChannel } from '#contract/channels.ts'
import { Dialog } from '#islands/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage } from '#islands/dialogs/DialogParts.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { ChannelLine } from './DialogParts.tsx'
import type { ChannelDialogProps } from './dialog-props.ts'
import memberStyles from './MemberPicker.module.css'
import { useAction } from './use-action.ts'

export function UnassignDialog({ channel, onClose, onChanged }: ChannelDialogProps) {
  const { members } = channel
  const { selected, toggle } = useSelectedMembers(members)
  const { pending, failure, run, setFailure } = useAction(onChanged)
  const unassign = () => {
    if (selected.length === 0) return setFailure(t('channel-dialogs:unassign.required'))
    return run(async () => {
      for (const { id } of selected) {
        await call(unassignChannel, { body: { id: channel.id, member: id } })
        onChanged()
      }
      notify('success', t('channel-dialogs:unassign.done'))
      onClose()
    })
  }
  return (
    <Dialog title={t('channel-dialogs:unassign.title')} swipe="down" onClose={onClose}>
      <DialogContent>
        <ChannelLine channel={channel} />
        <p>{t('channel-dialogs:unassign.lead')}</p>
        {members.length > 0 ? (
          <MemberCheckboxes members={members} selected={selected} onToggle={toggle} />
        ) : (
          <p className="caption">{t('channel-dialogs:assign.nobody')}</p>
        )}
        <ErrorMessage text={failure} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common:close')}</Button>
        {members.length > 0 && (
          <Button kind="primary" pending={pending} onClick={unassign}>
            {t('channel-dialogs:unassign.confirm')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function useSelectedMembers(members: Channel['members']) {
  const [explicitIds, setExplicitIds] = useState<readonly number[] | null>(null)
  const ids = explicitIds ?? (members.length === 1 ? members.map(({ id }) => id) : [])
  const toggle = (id: number) =>
    setExplicitIds(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])
  return { selected: members.filter(({ id }) => ids.includes(id)), toggle }
}

interface MemberCheckboxesProps {
  members: Channel['members']
  selected: Channel['members']
  onToggle: (id: number) => void
}

function MemberCheckboxes({ members, selected, onToggle }: MemberCheckboxesProps) {
  return (
    <fieldset className={memberStyles.options}>
      <legend className="visually-hidden">{t('channel-dialogs:unassign.members')}</legend>
      <ul className={`text-s ${memberStyles.list}`}>
        {members.map(({ id, nickname }) => (
          <li key={id}>
            <label className="row">
              <input
                type="checkbox"
                checked={selected.some((member) => member.id === id)}
                onChange={() => onToggle(id)}
              />
              <span className="grow break">{nickname}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
