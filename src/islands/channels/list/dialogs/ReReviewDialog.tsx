import { requestReReview } from '#contract/channels/channel-changes.ts'
import { approvalStatus } from '#contract/channels/channel-states.ts'
import type { Channel } from '#contract/channels/channels.ts'
import { ChannelLine } from '#islands/channels/dialogs/parts/DialogParts.tsx'
import type { ChannelDialogProps } from '#islands/channels/dialogs/parts/dialog-props.ts'
import { useChannelAction } from '#islands/channels/dialogs/parts/use-action.ts'
import { useLatestChannel } from '#islands/channels/dialogs/parts/use-latest-channel.ts'
import { usePhaseFocus } from '#islands/channels/dialogs/parts/use-phase-focus.ts'
import verificationStyles from '#islands/channels/dialogs/parts/Verification.module.css'
import { formatMoment, useCurrentTime } from '#islands/channels/state/moment.ts'
import { getReReviewBlock, type ReReviewBlock } from '#islands/channels/state/next-step.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage } from '#islands/kit/dialogs/DialogParts.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { call } from '#lib/api/call.ts'
import { locale, t } from '#lib/i18n/strings.ts'

const isReReviewRequested = ({ approval, reReviewedAt }: Channel) =>
  approval === approvalStatus.pending && reReviewedAt !== null

export function ReReviewDialog({ channel: listChannel, onClose, onChanged }: ChannelDialogProps) {
  const { channel, setLatestChannel } = useLatestChannel(listChannel)
  const { pending, failure, run } = useChannelAction(onChanged)
  const now = useCurrentTime(channel.reReviewFrom)
  const block = getReReviewBlock(channel, now)
  const isRequested = isReReviewRequested(channel)
  const actions = usePhaseFocus(isRequested ? 'asked' : 'ask')
  const isHeld = channel.approval === approvalStatus.held
  const request = () =>
    run(async () => {
      const response = await call(requestReReview, { body: { id: channel.id } })
      setLatestChannel(response.channel)
      onChanged()
    })
  return (
    <Dialog title={t('channel-dialogs:review.title')} swipe="down" onClose={onClose}>
      <DialogContent phase={isRequested ? 'done' : 'ask'}>
        <ChannelLine channel={channel} />
        <RequestConfirmation isRequested={isRequested} />
        {!isRequested && (isHeld ? <HoldDetails channel={channel} block={block} /> : <NotHeld />)}
        <ErrorMessage text={failure} />
      </DialogContent>
      <DialogActions ref={actions}>
        <Button onClick={onClose}>{t('common:close')}</Button>
        {!isRequested && isHeld && (
          <Button kind="primary" pending={pending} disabled={block !== null} onClick={request}>
            {t('channels:step.re-review')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function RequestConfirmation({ isRequested }: { isRequested: boolean }) {
  return (
    <div className={verificationStyles.state} role="status" data-phase="done">
      {isRequested && (
        <>
          <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
            <path d="m5 10.4 3.3 3.3L15 6.8" />
          </svg>
          <div className="grid gap-1 min-0">
            <p className="text-m bold tight">{t('channel-dialogs:review.done.title')}</p>
            <p>{t('channel-dialogs:review.done.text')}</p>
          </div>
        </>
      )}
    </div>
  )
}

const NotHeld = () => <p>{t('channel-dialogs:review.notHeld')}</p>

function HoldDetails({
  channel: { reason, reReviewFrom },
  block,
}: {
  channel: Channel
  block: ReReviewBlock
}) {
  return (
    <>
      <dl className="panel" data-tone="warn">
        <dt className="text-xs">{t('channels:card.heldFor')}</dt>
        <dd className={`medium break ${verificationStyles.reason}`}>
          {reason ?? t('channel-dialogs:review.noReason')}
        </dd>
      </dl>
      <ul>
        <li>{t('messages:refusals.too_early')}</li>
        <li>{t('channel-dialogs:review.takes')}</li>
      </ul>
      {block === 'unverified' && <p className="warn medium">{t('channel-dialogs:review.unverified')}</p>}
      {block === 'early' && reReviewFrom !== null && (
        <p className="warn medium">
          {t('channel-dialogs:review.from', { moment: formatMoment(reReviewFrom, locale()) })}
        </p>
      )}
    </>
  )
}
