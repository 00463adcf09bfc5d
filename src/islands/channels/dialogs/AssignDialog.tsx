import { useState } from 'react'
import { assignChannel, assignedAtOnce } from '#contract/channels.ts'
import { call } from '#lib/api.ts'
import { notify } from '#lib/snackbars.ts'
import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Dialog } from '#shared/Dialog.tsx'
import { Actions, ChannelLine, Refusal } from './DialogParts.tsx'
import styles from './Dialogs.module.css'
import type { ChannelDialogProps } from './dialog-props.ts'
import { MemberPicker, type Person } from './MemberPicker.tsx'
import { useAction } from './use-action.ts'

/** Gives a channel to members of the network, beside those who have it. */
export function AssignDialog({ channel, onClose, onChanged }: ChannelDialogProps) {
  const [chosen, setChosen] = useState<readonly Person[]>([])
  const { pending, failure, run, fail } = useAction(onChanged)
  const choose = (people: readonly Person[]) => {
    setChosen(people)
    fail(people.length > assignedAtOnce ? t('channel-dialogs:assign.most', { count: assignedAtOnce }) : null)
  }
  const assign = () => {
    if (chosen.length === 0) return fail(t('messages:fields.members_required'))
    if (chosen.length > assignedAtOnce) return
    return run(async () => {
      const body = { id: channel.id, members: chosen.map(({ id }) => id) }
      await call(assignChannel, { body })
      notify('success', t('channel-dialogs:assign.done'))
      onChanged()
      onClose()
    })
  }
  return (
    <Dialog title={t('channel-dialogs:assign.title')} swipe="down" onClose={onClose}>
      <div className={styles.content}>
        <ChannelLine channel={channel} />
        <p>{t('channel-dialogs:assign.lead')}</p>
        <Having people={channel.members} />
        <MemberPicker having={channel.members} chosen={chosen} onChoose={choose} />
        <Refusal text={failure} />
      </div>
      <Actions>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <Button kind="primary" pending={pending} onClick={assign}>
          {t('channel-dialogs:assign.confirm')}
        </Button>
      </Actions>
    </Dialog>
  )
}

/** So many of those who have it are named; the list of members tells of all. */
const namedMembers = 5

function Having({ people }: { people: readonly Person[] }) {
  const named = people.slice(0, namedMembers).map(({ nickname }) => nickname)
  const rest = people.length - named.length
  const names = named.join(', ') + (rest > 0 ? ` +${rest}` : '')
  return (
    <p className={styles.note}>
      {people.length > 0
        ? t('channel-dialogs:assign.current', { names })
        : t('channel-dialogs:assign.nobody')}
    </p>
  )
}
