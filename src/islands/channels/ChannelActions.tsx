import { useStore } from '@nanostores/react'
import { approval, type Channel, stateOf } from '#contract/channels.ts'
import { localePath } from '#lib/language.ts'
import { reportAddress } from '#lib/report-address.ts'
import { $isManager } from '#lib/session.ts'
import { locale, t } from '#lib/strings.ts'
import buttons from '#shared/Button.module.css'
import { Button } from '#shared/Button.tsx'
import styles from './Card.module.css'
import { dayOf } from './moment.ts'
import { nextStep, otherActions } from './next-step.ts'
import { Of } from './Of.tsx'
import { type ChannelDialog, openDialog } from './opened.ts'
import { ReReviewButton } from './ReReviewButton.tsx'

/** What is to be done with a channel next, and below it what else can be done. */
export function ChannelActions({ channel }: { channel: Channel }) {
  const others = otherActions(channel, useStore($isManager))
  return (
    <div className={styles.actions}>
      <Next channel={channel} />
      {others.length > 0 && (
        <p className={styles.others}>
          {others.map((action) => (
            <button key={action} type="button" onClick={() => openDialog(action, channel.id)}>
              {t(`channels:action.${action}`)} <Of channel={channel} />
            </button>
          ))}
        </p>
      )}
    </div>
  )
}

function Next({ channel }: { channel: Channel }) {
  const step = nextStep(channel, useStore($isManager))
  switch (step) {
    case 'verify':
      return (
        <>
          <StepButton channel={channel} dialog="verify" text={t('channels:step.verify')} />
          {channel.approval === approval.held && <ReReviewButton channel={channel} kind="quiet" />}
        </>
      )
    case 'verifying':
      return <StepButton channel={channel} dialog="verify" text={t('channels:step.verifying')} going />
    case 're-review':
      return <ReReviewButton channel={channel} kind="primary" />
    case 'assign':
    case 'delete':
      return <StepButton channel={channel} dialog={step} text={t(`channels:step.${step}`)} />
    case 'report':
      return <ReportLink channel={channel} />
    case 'in-review':
      return <InReview channel={channel} />
    case 'none':
      return null
  }
}

interface StepButtonProps {
  channel: Channel
  dialog: ChannelDialog
  text: string
  /** Its work goes on by itself; the dialog tells how. */
  going?: boolean
}

/** One and the same element from verifying to what follows, for it may have the focus. */
function StepButton({ channel, dialog, text, going = false }: StepButtonProps) {
  return (
    <Button kind={going ? 'quiet' : 'primary'} onClick={() => openDialog(dialog, channel.id)}>
      {going && <span className={styles.ring} />}
      {text} <Of channel={channel} />
    </Button>
  )
}

function InReview({ channel: { reReviewedAt } }: { channel: Channel }) {
  return (
    <p className={styles.waits}>
      <b>
        {reReviewedAt
          ? t('channels:reReview.done', { day: dayOf(reReviewedAt, locale()) })
          : t('channels:step.in-review')}
      </b>
      {t('channels:step.reviewTime')}
    </p>
  )
}

function ReportLink({ channel }: { channel: Channel }) {
  const address = reportAddress('/report-channel', {}, { channels: channel.channelId })
  return (
    <a className={`${buttons.button} ${buttons.quiet}`} href={localePath(address, locale())}>
      {t('channels:step.report')} <Of channel={channel} />
    </a>
  )
}

/** What a channel's state has to say beyond its chips: why it is held or rejected, why a verification failed. */
export function ChannelNotes({ channel }: { channel: Channel }) {
  const { reason, verification, verificationFailure } = channel
  const held = channel.approval === approval.held
  const state = stateOf(channel)
  return (
    <>
      {reason && (
        <p className={styles.note} data-tone={held ? 'warn' : 'bad'}>
          <b>{t(`channels:card.${held ? 'heldFor' : 'rejectedFor'}`)}</b> {reason}
        </p>
      )}
      {verification === 'pending' && verificationFailure && state !== 'rejected' && (
        <p className={styles.note} data-tone="bad">
          {t(`channels:verificationFailure.${verificationFailure}`)}
        </p>
      )}
    </>
  )
}
