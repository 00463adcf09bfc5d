import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { AddChannelForm, addChannel, channelCategories } from '#contract/channels.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { type FieldCode, says } from '#contract/errors.ts'
import { call } from '#lib/api.ts'
import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { ChoiceField } from '#shared/ChoiceField.tsx'
import { Dialog } from '#shared/Dialog.tsx'
import { Form } from '#shared/Form.tsx'
import { SubmitButton } from '#shared/SubmitButton.tsx'
import styles from './AddChannel.module.css'
import { LinkField } from './LinkField.tsx'
import { $lookUp, linkProblem, lookFor } from './look-up.ts'

const isNot = (code: FieldCode) => z.refine<string>((link) => linkProblem(link) !== code, says(code))

/** What can be told of a link without asking is said with what else is missing. */
const RegistrationForm = z.object({
  ...AddChannelForm.shape,
  link: AddChannelForm.shape.link.check(isNot('channel_link_invalid'), isNot('channel_link_custom')),
})

export interface AddChannelProps {
  onClose: () => void
  onAdded: (added: OutputOf<typeof addChannel>) => void
}

/** Registers a channel by its link. What will be registered is shown first. */
export function AddChannelDialog({ onClose, onAdded }: AddChannelProps) {
  const { state, link } = useStore($lookUp)
  useEffect(() => () => lookFor(null), [])
  async function register(values: AddChannelForm) {
    // Not typed for long enough to have been looked for: it is shown first.
    if (values.link !== link || state === 'looking') return lookFor(values.link)
    onAdded(await call(addChannel, { body: values }))
  }
  return (
    <Dialog title={t('channels:add.title')} swipe="down" onClose={onClose}>
      <p className={styles.lead}>{t('channels:add.lead')}</p>
      <Form schema={RegistrationForm} onSubmit={register}>
        <LinkField />
        <ChoiceField
          name="category"
          label={t('channels:add.category')}
          placeholder={t('channels:add.chooseCategory')}
          options={channelCategories.map((value) => ({ value, label: t(`channels:category.${value}`) }))}
        />
        <div className={styles.actions}>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <SubmitButton>{t('channels:add.submit')}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  )
}
