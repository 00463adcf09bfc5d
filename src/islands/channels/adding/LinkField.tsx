import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { FormContext, useFormState } from '#islands/kit/forms/context.ts'
import { getApiErrors } from '#islands/kit/forms/errors.ts'
import { Field } from '#islands/kit/forms/Field.tsx'
import { useDebouncedInput } from '#islands/kit/hooks/use-debounced-input.ts'
import { t } from '#lib/i18n/strings.ts'
import { ChannelLookupPreview } from './ChannelLookupPreview.tsx'
import { $channelLookup, findLinkProblem, lookUpChannel } from './channel-lookup.ts'

const fieldName = 'link'

export function LinkField() {
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
