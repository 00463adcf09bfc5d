import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { NewPassword } from '#contract/auth.ts'
import { DeleteChannelForm, deleteChannel } from '#contract/channels.ts'
import { Dialog } from '#islands/dialogs/Dialog.tsx'
import { useFormState } from '#islands/forms/context.ts'
import { Field } from '#islands/forms/Field.tsx'
import { Form } from '#islands/forms/Form.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { call } from '#lib/api/call.ts'
import { $isManager } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { $currency } from '#lib/site/site.ts'
import { ChannelLine, DialogActions } from './DialogParts.tsx'
import styles from './Dialogs.module.css'
import type { ChannelDialogProps } from './dialog-props.ts'
import noteStyles from './Notes.module.css'

/**
 * The API takes any password and counts a wrong one as an attempt. One that is too short or too long to be anybody's is
 * not sent.
 */
const DeletionForm = z.object({ ...DeleteChannelForm.shape, password: NewPassword })

/** Ends a registration, once what is lost with it has been read. */
export function DeleteDialog({ channel, onClose, onChanged }: ChannelDialogProps) {
  const isManager = useStore($isManager)
  const remove = async (form: DeleteChannelForm) => {
    await call(deleteChannel, { body: { id: channel.id, ...form } })
    notify('success', t('channel-dialogs:delete.done'))
    onChanged()
    onClose()
  }
  return (
    <Dialog title={t('channel-dialogs:delete.title')} swipe="down" onClose={onClose}>
      <div className={styles.content}>
        <ChannelLine channel={channel} />
        <DeletionNotes />
      </div>
      <Form schema={DeletionForm} onSubmit={remove}>
        <Acknowledgement />
        <Field
          name="password"
          type="password"
          label={t(isManager ? 'channel-dialogs:delete.managerPassword' : 'channel-dialogs:delete.password')}
          autoComplete="current-password"
          required
        />
        <DialogActions>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <ConfirmButton />
        </DialogActions>
      </Form>
    </Dialog>
  )
}

/** What is lost depends on what the site pays in. */
function DeletionNotes() {
  const currency = useStore($currency)
  return (
    <div className={noteStyles.notes}>
      <p>{t('channel-dialogs:delete.read')}</p>
      <ul>
        <li>{t(`channel-dialogs:delete.below.${currency}`)}</li>
        <li>{t(`channel-dialogs:delete.above.${currency}`)}</li>
        <li>{t('channel-dialogs:delete.again')}</li>
      </ul>
    </div>
  )
}

function Acknowledgement() {
  const id = useId()
  const [isChecked, setIsChecked] = useState(false)
  const { errors } = useFormState()
  const message = isChecked ? undefined : errors['acknowledged']
  return (
    <div className={noteStyles.acknowledgement}>
      <label>
        <input
          type="checkbox"
          name="acknowledged"
          required
          checked={isChecked}
          onChange={(event) => setIsChecked(event.target.checked)}
          aria-invalid={message !== undefined || undefined}
          aria-describedby={message && id}
        />
        <span>{t('channel-dialogs:delete.acknowledge')}</span>
      </label>
      {message && <p id={id}>{message}</p>}
    </div>
  )
}

function ConfirmButton() {
  const { pending } = useFormState()
  return (
    <Button type="submit" kind="danger" pending={pending}>
      {t('channel-dialogs:delete.confirm')}
    </Button>
  )
}
