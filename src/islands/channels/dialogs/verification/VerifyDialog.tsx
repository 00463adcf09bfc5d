import { verifyChannel } from '#contract/channels/channel-changes.ts'
import { getChannelState } from '#contract/channels/channel-states.ts'
import type { Channel } from '#contract/channels/channels.ts'
import { ChannelLine } from '#islands/channels/dialogs/parts/DialogParts.tsx'
import type { ChannelDialogProps } from '#islands/channels/dialogs/parts/dialog-props.ts'
import { useChannelAction } from '#islands/channels/dialogs/parts/use-action.ts'
import { useLatestChannel } from '#islands/channels/dialogs/parts/use-latest-channel.ts'
import { usePhaseFocus } from '#islands/channels/dialogs/parts/use-phase-focus.ts'
import verificationStyles from '#islands/channels/dialogs/parts/Verification.module.css'
import { formatMoment } from '#islands/channels/state/moment.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage } from '#islands/kit/dialogs/DialogParts.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { call } from '#lib/api/call.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { FailedSteps, VerificationSteps } from './VerificationSteps.tsx'
import { getVerificationPhase, type VerificationPhase } from './verification-phase.ts'

export function VerifyDialog({ channel: listChannel, onClose, onChanged }: ChannelDialogProps) {
  const { channel, setLatestChannel } = useLatestChannel(listChannel)
  const { pending, failure, run } = useChannelAction(onChanged)
  const phase = getVerificationPhase(channel)
  const actions = usePhaseFocus(phase)
  const verify = () =>
    run(async () => {
      const response = await call(verifyChannel, { body: { id: channel.id } })
      setLatestChannel(response.channel)
      onChanged()
    })
  return (
    <Dialog title={t('channel-dialogs:verify.title')} swipe="down" onClose={onClose}>
      <DialogContent phase={phase}>
        <ChannelLine channel={channel} />
        <VerificationStatus channel={channel} />
        {phase === 'steps' && <VerificationSteps channel={channel} />}
        {phase === 'failed' && <FailedSteps channel={channel} />}
        {(phase === 'steps' || phase === 'failed') && channel.expiresAt && (
          <p className="caption">
            {t('channels:deadline', { when: formatMoment(channel.expiresAt, locale()) })}
          </p>
        )}
        <ErrorMessage text={failure} />
      </DialogContent>
      <DialogActions ref={actions}>
        {phase === 'steps' || phase === 'failed' ? (
          <>
            <Button onClick={onClose}>{t('common:close')}</Button>
            <Button kind="primary" pending={pending} onClick={verify}>
              {t(phase === 'failed' ? 'common:retry' : 'channels:step.verify')}
            </Button>
          </>
        ) : (
          <Button kind={phase === 'done' ? 'primary' : undefined} onClick={onClose}>
            {t('common:close')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function getDoneTexts(channel: Channel): readonly string[] {
  const state = getChannelState(channel)
  const continuesToReview = state === 'pending' || state === 'approved'
  return [
    t(`channel-dialogs:verify.done.${continuesToReview ? 'title' : 'only'}`),
    continuesToReview || state === 'held' ? t(`channel-dialogs:verify.done.${state}`) : '',
    t('channel-dialogs:verify.done.remove'),
  ]
}

function getStatusTexts(phase: VerificationPhase, channel: Channel): readonly string[] {
  const failure = channel.verificationFailure ?? 'no_answer'
  if (phase === 'waiting')
    return [t('channel-dialogs:verify.waiting.title'), t('channel-dialogs:verify.waiting.text')]
  if (phase === 'failed')
    return [
      t(`channel-dialogs:verify.failed.${failure}.title`),
      t(`channel-dialogs:verify.failed.${failure}.text`),
    ]
  return phase === 'done' ? getDoneTexts(channel) : []
}

const iconPaths: Partial<Record<VerificationPhase, string>> = {
  done: 'm5 10.4 3.3 3.3L15 6.8',
  failed: 'M10 5.4v5.4M10 14v.4',
}

function VerificationStatus({ channel }: { channel: Channel }) {
  const phase = getVerificationPhase(channel)
  const [title, ...texts] = getStatusTexts(phase, channel)
  return (
    <div className={verificationStyles.state} role="status" data-phase={phase}>
      {phase === 'waiting' && <span className="ring" />}
      {iconPaths[phase] && (
        <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d={iconPaths[phase]} />
        </svg>
      )}
      {title && (
        <div className="grid gap-1 min-0">
          <p className="text-m bold tight">{title}</p>
          {texts.filter(Boolean).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
    </div>
  )
}
