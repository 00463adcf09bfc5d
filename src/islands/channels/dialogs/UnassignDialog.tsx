import { useState } from 'react'
import { type Channel, unassignChannel } from '#contract/channels.ts'
import { call } from '#lib/api.ts'
import { notify } from '#lib/snackbars.ts'
import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Dialog } from '#shared/Dialog.tsx'
import { Actions, ChannelLine, Refusal } from './DialogParts.tsx'
import styles from './Dialogs.module.css'
import type { ChannelDialogProps } from './dialog-props.ts'
import memberStyles from './Members.module.css'
import { useAction } from './use-action.ts'

/** Takes a channel from members who have it. */
export function UnassignDialog({ channel, onClose, onChanged }: ChannelDialogProps) {
  const { members } = channel
  const { chosen, toggle } = useChosen(members)
  const { pending, failure, run, fail } = useAction(onChanged)
  const unassign = () => {
    if (chosen.length === 0) return fail(t('channel-dialogs:unassign.required'))
    return run(async () => {
      for (const { id } of chosen) {
        await call(unassignChannel, { body: { id: channel.id, member: id } })
        onChanged()
      }
      notify('success', t('channel-dialogs:unassign.done'))
      onClose()
    })
  }
  return (
    <Dialog title={t('channel-dialogs:unassign.title')} swipe="down" onClose={onClose}>
      <div className={styles.content}>
        <ChannelLine channel={channel} />
        <p>{t('channel-dialogs:unassign.lead')}</p>
        {members.length > 0 ? (
          <Choice members={members} chosen={chosen} onToggle={toggle} />
        ) : (
          <p className={styles.note}>{t('channel-dialogs:assign.nobody')}</p>
        )}
        <Refusal text={failure} />
      </div>
      <Actions>
        <Button onClick={onClose}>{t('common:close')}</Button>
        {members.length > 0 && (
          <Button kind="primary" pending={pending} onClick={unassign}>
            {t('channel-dialogs:unassign.confirm')}
          </Button>
        )}
      </Actions>
    </Dialog>
  )
}

/** Who is chosen of those who have it; as long as nobody says otherwise the one, where there is only one. */
function useChosen(members: Channel['members']) {
  const [said, setSaid] = useState<readonly number[] | null>(null)
  const ids = said ?? (members.length === 1 ? members.map(({ id }) => id) : [])
  const toggle = (id: number) =>
    setSaid(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])
  return { chosen: members.filter(({ id }) => ids.includes(id)), toggle }
}

interface ChoiceProps {
  members: Channel['members']
  chosen: Channel['members']
  onToggle: (id: number) => void
}

function Choice({ members, chosen, onToggle }: ChoiceProps) {
  return (
    <fieldset className={memberStyles.choice}>
      <legend className="visually-hidden">{t('channel-dialogs:unassign.members')}</legend>
      <ul>
        {members.map(({ id, nickname }) => (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                checked={chosen.some((member) => member.id === id)}
                onChange={() => onToggle(id)}
              />
              <span>{nickname}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
