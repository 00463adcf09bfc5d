import { verifyChannel } from '#contract/channels.ts'
import { call } from '#lib/api.ts'
import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Dialog } from '#shared/Dialog.tsx'
import { Actions, ChannelLine, Refusal } from './DialogParts.tsx'
import styles from './Dialogs.module.css'
import type { ChannelDialogProps } from './dialog-props.ts'
import { useAction } from './use-action.ts'
import { useFocusedAnew } from './use-focused-anew.ts'
import { useNewest } from './use-newest.ts'
import { VerificationState } from './VerificationState.tsx'
import { FailedSteps, VerificationSteps } from './VerificationSteps.tsx'
import { phaseOf } from './verification-phase.ts'

/** From the code to the verified channel; goes along with what the list says of the channel. */
export function VerifyDialog({ channel: listed, onClose, onChanged }: ChannelDialogProps) {
  const { channel, answered } = useNewest(listed)
  const { pending, failure, run } = useAction(onChanged)
  const phase = phaseOf(channel)
  const actions = useFocusedAnew(phase)
  const verify = () =>
    run(async () => {
      const reply = await call(verifyChannel, { body: { id: channel.id } })
      answered(reply.channel)
      onChanged()
    })
  return (
    <Dialog title={t('channel-dialogs:verify.title')} swipe="down" onClose={onClose}>
      <div className={styles.content} data-phase={phase}>
        <ChannelLine channel={channel} />
        <VerificationState channel={channel} />
        {phase === 'steps' && <VerificationSteps channel={channel} />}
        {phase === 'failed' && <FailedSteps channel={channel} />}
        <Refusal text={failure} />
      </div>
      <Actions ref={actions}>
        {phase === 'steps' || phase === 'failed' ? (
          <>
            <Button onClick={onClose}>{t('common:close')}</Button>
            <Button kind="primary" pending={pending} onClick={verify}>
              {t(phase === 'failed' ? 'common:retry' : 'channel-dialogs:verify.start')}
            </Button>
          </>
        ) : (
          <Button kind={phase === 'done' ? 'primary' : 'quiet'} onClick={onClose}>
            {t('common:close')}
          </Button>
        )}
      </Actions>
    </Dialog>
  )
}
