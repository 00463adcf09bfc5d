import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { ChannelPreview } from '#contract/channels/channel-changes.ts'
import { FormContext, useFormState } from '#islands/kit/forms/context.ts'
import { getApiErrors } from '#islands/kit/forms/errors.ts'
import { Field } from '#islands/kit/forms/Field.tsx'
import { useDebouncedInput } from '#islands/kit/hooks/use-debounced-input.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { ChannelPicture } from '#islands/kit/ui/pictures/ChannelPicture.tsx'
import { formatCount } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './ChannelLookupPreview.module.css'
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
