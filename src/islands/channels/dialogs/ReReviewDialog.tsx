import { approval, type Channel, requestReReview } from '#contract/channels.ts'
import { formatMoment, useNowUntil } from '#islands/channels/moment.ts'
import { type ReReviewBlock, reReviewBlock } from '#islands/channels/next-step.ts'
import { call } from '#lib/api.ts'
import { locale, t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Dialog } from '#shared/Dialog.tsx'
import { Actions, ChannelLine, Refusal } from './DialogParts.tsx'
import styles from './Dialogs.module.css'
import type { ChannelDialogProps } from './dialog-props.ts'
import noteStyles from './Notes.module.css'
import { useAction } from './use-action.ts'
import { useFocusedAnew } from './use-focused-anew.ts'
import { useNewest } from './use-newest.ts'
import verificationStyles from './Verification.module.css'

const isAsked = ({ approval: now, reReviewedAt }: Channel) =>
  now === approval.pending && reReviewedAt !== null

/** Asks for another review of a channel on hold, and says that it has been asked for. */
export function ReReviewDialog({ channel: listed, onClose, onChanged }: ChannelDialogProps) {
  const { channel, answered } = useNewest(listed)
  const { pending, failure, run } = useAction(onChanged)
  const now = useNowUntil(channel.reReviewFrom)
  const block = reReviewBlock(channel, now)
  const asked = isAsked(channel)
  const actions = useFocusedAnew(asked ? 'asked' : 'ask')
  const held = channel.approval === approval.held
  const request = () =>
    run(async () => {
      const reply = await call(requestReReview, { body: { id: channel.id } })
      answered(reply.channel)
      onChanged()
    })
  return (
    <Dialog title={t('channel-dialogs:review.title')} swipe="down" onClose={onClose}>
      <div className={styles.content} data-phase={asked ? 'done' : 'ask'}>
        <ChannelLine channel={channel} />
        <Asked shown={asked} />
        {!asked && (held ? <Hold channel={channel} block={block} /> : <NotHeld />)}
        <Refusal text={failure} />
      </div>
      <Actions ref={actions}>
        <Button onClick={onClose}>{t('common:close')}</Button>
        {!asked && held && (
          <Button kind="primary" pending={pending} disabled={block !== null} onClick={request}>
            {t('channel-dialogs:review.confirm')}
          </Button>
        )}
      </Actions>
    </Dialog>
  )
}

function Asked({ shown }: { shown: boolean }) {
  return (
    <div className={verificationStyles.state} role="status" data-phase="done">
      {shown && (
        <>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="m5 10.4 3.3 3.3L15 6.8" />
          </svg>
          <div>
            <p className={verificationStyles.stateTitle}>{t('channel-dialogs:review.done.title')}</p>
            <p>{t('channel-dialogs:review.done.text')}</p>
          </div>
        </>
      )}
    </div>
  )
}

const NotHeld = () => <p>{t('channel-dialogs:review.notHeld')}</p>

/** Why it is on hold, and what is to be known of another review. */
function Hold({ channel: { reason, reReviewFrom }, block }: { channel: Channel; block: ReReviewBlock }) {
  return (
    <>
      <dl className={noteStyles.reason}>
        <dt>{t('channel-dialogs:review.reason')}</dt>
        <dd>{reason ?? t('channel-dialogs:review.noReason')}</dd>
      </dl>
      <ul className={noteStyles.facts}>
        <li>{t('channel-dialogs:review.rule')}</li>
        <li>{t('channel-dialogs:review.takes')}</li>
      </ul>
      {block === 'unverified' && (
        <p className={noteStyles.obstacle}>{t('channel-dialogs:review.unverified')}</p>
      )}
      {block === 'early' && reReviewFrom !== null && (
        <p className={noteStyles.obstacle}>
          {t('channel-dialogs:review.from', { moment: formatMoment(reReviewFrom, locale()) })}
        </p>
      )}
    </>
  )
}
