import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { AddChannelForm, addChannel, channelCategories } from '#contract/channels.ts'
import type { EndpointOutput } from '#contract/endpoint.ts'
import { errorCode, type FieldCode } from '#contract/errors.ts'
import { Dialog } from '#islands/dialogs/Dialog.tsx'
import { Form } from '#islands/forms/Form.tsx'
import { SelectField } from '#islands/forms/SelectField.tsx'
import { SubmitButton } from '#islands/forms/SubmitButton.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './AddChannelDialog.module.css'
import { $channelLookup, findLinkProblem, lookUpChannel } from './channel-lookup.ts'
import { LinkField } from './LinkField.tsx'

const rejectLink = (code: FieldCode) =>
  z.refine<string>((link) => findLinkProblem(link) !== code, errorCode(code))

/** What can be told of a link without asking is said with what else is missing. */
const RegistrationForm = z.object({
  ...AddChannelForm.shape,
  link: AddChannelForm.shape.link.check(
    rejectLink('channel_link_invalid'),
    rejectLink('channel_link_custom'),
  ),
})

export interface AddChannelProps {
  onClose: () => void
  onAdded: (added: EndpointOutput<typeof addChannel>) => void
}

/** Registers a channel by its link. What will be registered is shown first. */
export function AddChannelDialog({ onClose, onAdded }: AddChannelProps) {
  const { state, link } = useStore($channelLookup)
  useEffect(() => () => lookUpChannel(null), [])
  async function register(values: AddChannelForm) {
    // Not typed for long enough to have been looked for: it is shown first.
    if (values.link !== link || state === 'looking') return lookUpChannel(values.link)
    onAdded(await call(addChannel, { body: values }))
  }
  return (
    <Dialog title={t('channels:add.title')} swipe="down" onClose={onClose}>
      <p className={styles.lead}>{t('channels:add.lead')}</p>
      <Form schema={RegistrationForm} onSubmit={register}>
        <LinkField />
        <SelectField
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
