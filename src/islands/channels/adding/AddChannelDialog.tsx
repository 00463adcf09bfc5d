import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { AddChannelForm, addChannel } from '#contract/channels/channel-changes.ts'
import { channelCategories } from '#contract/channels/channel-states.ts'
import { errorCode, type FieldCode } from '#contract/platform/errors.ts'
import { reloadChannels } from '#islands/channels/state/store.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent, FormActions } from '#islands/kit/dialogs/DialogParts.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { SelectField } from '#islands/kit/forms/SelectField.tsx'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { $channelLookup, findLinkProblem, lookUpChannel } from './channel-lookup.ts'
import { LinkField } from './LinkField.tsx'
import { showRegistrationResult } from './registration-result.ts'

const rejectLink = (code: FieldCode) =>
  z.refine<string>((link) => findLinkProblem(link) !== code, errorCode(code))

/** Validates the link along with the other fields before any request. */
const RegistrationForm = z.object({
  ...AddChannelForm.shape,
  link: AddChannelForm.shape.link.check(
    rejectLink('channel_link_invalid'),
    rejectLink('channel_link_custom'),
  ),
})

export function AddChannelDialog() {
  const { state, link } = useStore($channelLookup)
  useEffect(() => () => lookUpChannel(null), [])
  async function register(values: AddChannelForm) {
    if (values.link !== link || state === 'looking') return lookUpChannel(values.link)
    showRegistrationResult(await call(addChannel, { body: values }))
    reloadChannels()
  }
  return (
    <Dialog title={t('channels:add.title')} swipe="down" guardsInput onClose={closeDialog}>
      <DialogContent>
        <p className="muted">{t('channels:add.lead')}</p>
      </DialogContent>
      <Form schema={RegistrationForm} onSubmit={register}>
        <LinkField />
        <SelectField
          name="category"
          label={t('channels:add.category')}
          placeholder={t('channels:add.chooseCategory')}
          options={channelCategories.map((value) => ({ value, label: t(`channels:category.${value}`) }))}
        />
        <FormActions onClose={closeDialog}>{t('channels:add.submit')}</FormActions>
      </Form>
    </Dialog>
  )
}
