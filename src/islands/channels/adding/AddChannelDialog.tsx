import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { AddChannelForm, addChannel, type ChannelPreview } from '#contract/channels/channel-changes.ts'
import { channelCategories } from '#contract/channels/channel-states.ts'
import { errorCode, type FieldCode } from '#contract/platform/errors.ts'
import { reloadChannels } from '#islands/channels/state/store.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent, FormActions } from '#islands/kit/dialogs/DialogParts.tsx'
import { FormContext, useFormState } from '#islands/kit/forms/context.ts'
import { getApiErrors } from '#islands/kit/forms/errors.ts'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { SelectField } from '#islands/kit/forms/SelectField.tsx'
import { useDebouncedInput } from '#islands/kit/hooks/use-debounced-input.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { ChannelPicture } from '#islands/kit/ui/pictures/ChannelPicture.tsx'
import { call } from '#lib/api/call.ts'
import { formatCount } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import styles from './ChannelLookupPreview.module.css'
import { $channelLookup, findLinkProblem, lookUpChannel } from './channel-lookup.ts'
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
    <Dialog title={t('channels:add.button')} swipe="down" guardsInput onClose={closeDialog}>
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

const fieldName = 'link'

function LinkField() {
  const form = useFormState()
  const [checkResult, setCheckResult] = useState<{
    message: string | undefined
    since: typeof form.errors
  } | null>(null)
  const { error } = useStore($channelLookup)
  const debouncedInput = useDebouncedInput((link) => {
    const problem = link === '' ? null : findLinkProblem(link)
    setCheckResult({ message: problem ? t(`messages:fields.${problem}`) : undefined, since: form.errors })
    lookUpChannel(link || null)
  })
  function type(link: string) {
    lookUpChannel(null)
    setCheckResult({ message: undefined, since: form.errors })
    debouncedInput.type(link)
  }
  const latestMessage =
    checkResult !== null && checkResult.since === form.errors ? checkResult.message : form.errors[fieldName]
  const message =
    latestMessage ?? (error ? (getApiErrors(error, [fieldName])[fieldName] ?? error.message) : undefined)
  const { [fieldName]: _, ...others } = form.errors
  return (
    <>
      <FormContext value={{ ...form, errors: message ? { [fieldName]: message, ...others } : others }}>
        <Field
          name={fieldName}
          label={t('channels:add.link')}
          hint={t('channels:add.linkHint')}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={500}
          onChange={(event) => type(event.target.value)}
          onCompositionStart={() => debouncedInput.compose(true)}
          onCompositionEnd={() => debouncedInput.compose(false)}
        />
      </FormContext>
      <ChannelLookupPreview />
    </>
  )
}

function ChannelLookupPreview() {
  const { state, channel } = useStore($channelLookup)
  return (
    <div className={styles.preview} role="status" data-state={state}>
      {state === 'looking' && <PreviewSkeleton />}
      {channel && <ChannelSummary channel={channel} />}
      {state === 'silent' && <p className="note">{t('channels:add.silent')}</p>}
      {(state === 'idle' || state === 'refused') && <p className="note">{t('channels:add.shownHere')}</p>}
    </div>
  )
}

const PreviewSkeleton = () => (
  <>
    <Skeleton width="44px" height="44px" isRound />
    <div className="grid grow">
      <span className="visually-hidden">{t('channels:add.looking')}</span>
      <Skeleton width="60%" />
      <Skeleton width="40%" />
    </div>
  </>
)

function ChannelSummary({
  channel: { channelId, name, handle, thumbnail, subscribers },
}: {
  channel: ChannelPreview
}) {
  return (
    <>
      <ChannelPicture channelId={channelId} address={thumbnail} />
      <div className="grid grow">
        <b className="break bold text-m">{name}</b>
        <p className="grid note">
          {handle && <span>{handle}</span>}
          <span>
            {subscribers === null
              ? t('channels:add.hiddenSubscribers')
              : t('channels:add.subscribers', {
                  count: subscribers,
                  subscribers: formatCount(subscribers, locale()),
                })}
          </span>
        </p>
      </div>
    </>
  )
}
