import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { DeleteChannelForm, deleteChannel } from '#contract/channels/channel-changes.ts'
import { ChannelLine } from '#islands/channels/dialogs/parts/DialogParts.tsx'
import type { ChannelDialogProps } from '#islands/channels/dialogs/parts/dialog-props.ts'
import styles from '#islands/channels/dialogs/parts/MemberPicker.module.css'
import { DeletionAmounts } from '#islands/kit/dialogs/DeletionAmounts.tsx'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent, FormActions, PointList } from '#islands/kit/dialogs/DialogParts.tsx'
import { getDeletionRule, useDeletionMoney } from '#islands/kit/dialogs/deletion-money.ts'
import { useFormState } from '#islands/kit/forms/context.ts'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { PasswordForm } from '#islands/kit/forms/password-form.ts'
import { call } from '#lib/api/call.ts'
import { may } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { $currency } from '#lib/site/site.ts'

const DeletionForm = z.object({ ...DeleteChannelForm.shape, ...PasswordForm.shape })

export function DeleteDialog({ channel, onClose, onChanged }: ChannelDialogProps) {
  const seesChannels = useStore(may('channels.read'))
  const siteCurrency = useStore($currency)
  const money = useDeletionMoney({ registration: channel.id })
  const rule = money && getDeletionRule(money)
  const currency = money?.currency ?? siteCurrency
  const remove = async (form: DeleteChannelForm) => {
    await call(deleteChannel, { body: { id: channel.id, ...form } })
    notify('success', t('channel-dialogs:delete.done'))
    onChanged()
    onClose()
  }
  const rules = money?.forfeits === false ? [] : ([`below.${currency}`, `above.${currency}`] as const)
  return (
    <Dialog title={t('channel-dialogs:delete.title')} swipe="down" onClose={onClose}>
      <DialogContent>
        <ChannelLine channel={channel} />
        <PointList
          tone="warn"
          title={t('channel-dialogs:delete.read')}
          note={money && <DeletionAmounts money={money} />}
          points={([...rules, 'again'] as const).map((key) => t(`channel-dialogs:delete.${key}`))}
          emphasized={rule ? t(`channel-dialogs:delete.${rule}.${currency}`) : undefined}
        />
      </DialogContent>
      <Form schema={DeletionForm} onSubmit={remove}>
        <Acknowledgement />
        <Field
          name="password"
          type="password"
          label={t(seesChannels ? 'credentials:managerPassword' : 'credentials:password')}
          autoComplete="current-password"
          required
        />
        <FormActions kind="danger" onClose={onClose}>
          {t('channel-dialogs:delete.title')}
        </FormActions>
      </Form>
    </Dialog>
  )
}

function Acknowledgement() {
  const id = useId()
  const [isChecked, setIsChecked] = useState(false)
  const { errors } = useFormState()
  const message = isChecked ? undefined : errors['acknowledged']
  return (
    <div className="text-s">
      <label className={styles.acknowledgement}>
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
      {message && (
        <p id={id} className="bad">
          {message}
        </p>
      )}
    </div>
  )
}
