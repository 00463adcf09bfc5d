import { verifyChannel } from '#contract/channels/channel-changes.ts'
import { ChannelLine } from '#islands/channels/dialogs/parts/DialogParts.tsx'
import type { ChannelDialogProps } from '#islands/channels/dialogs/parts/dialog-props.ts'
import { useChannelAction } from '#islands/channels/dialogs/parts/use-action.ts'
import { useLatestChannel } from '#islands/channels/dialogs/parts/use-latest-channel.ts'
import { usePhaseFocus } from '#islands/channels/dialogs/parts/use-phase-focus.ts'
import { formatMoment } from '#islands/channels/state/moment.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage } from '#islands/kit/dialogs/DialogParts.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { call } from '#lib/api/call.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { VerificationStatus } from './VerificationStatus.tsx'
import { FailedSteps, VerificationSteps } from './VerificationSteps.tsx'
import { getVerificationPhase } from './verification-phase.ts'

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
              {t(phase === 'failed' ? 'common:retry' : 'channel-dialogs:verify.start')}
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
