import { useStore } from '@nanostores/react'
import { approvalStatus, type Channel, getChannelState } from '#contract/channels.ts'
import buttons from '#islands/ui/Button.module.css'
import { Button } from '#islands/ui/Button.tsx'
import { $isManager } from '#lib/api/session.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { buildReportPath } from '#lib/navigation/report-path.ts'
import styles from './ChannelCard.module.css'
import type { ChannelDialog } from './dialogs/dialog-props.ts'
import { HiddenLabel } from './HiddenLabel.tsx'
import { formatMomentDay } from './moment.ts'
import { getNextStep, getOtherActions } from './next-step.ts'
import { ReReviewButton } from './ReReviewButton.tsx'

/** What is to be done with a channel next, and below it what else can be done. */
export function ChannelActions({ channel }: { channel: Channel }) {
  const others = getOtherActions(channel, useStore($isManager))
  return (
    <div className={styles.actions}>
      <NextStepAction channel={channel} />
      {others.length > 0 && (
        <p className={styles.others}>
          {others.map((action) => (
            <button key={action} type="button" onClick={() => openDialog(action, channel.id)}>
              {t(`channels:action.${action}`)} <HiddenLabel channel={channel} />
            </button>
          ))}
        </p>
      )}
    </div>
  )
}

function NextStepAction({ channel }: { channel: Channel }) {
  const step = getNextStep(channel, useStore($isManager))
  switch (step) {
    case 'verify':
      return (
        <>
          <StepButton channel={channel} dialog="verify" text={t('channels:step.verify')} />
          {channel.approval === approvalStatus.held && <ReReviewButton channel={channel} kind="quiet" />}
        </>
      )
    case 'verifying':
      return <StepButton channel={channel} dialog="verify" text={t('channels:step.verifying')} isRunning />
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
  isRunning?: boolean
}

/** One and the same element from verifying to what follows, for it may have the focus. */
function StepButton({ channel, dialog, text, isRunning = false }: StepButtonProps) {
  return (
    <Button kind={isRunning ? 'quiet' : 'primary'} onClick={() => openDialog(dialog, channel.id)}>
      {isRunning && <span className={styles.ring} />}
      {text} <HiddenLabel channel={channel} />
    </Button>
  )
}

function InReview({ channel: { reReviewedAt } }: { channel: Channel }) {
  return (
    <p className={styles.waits}>
      <b>
        {reReviewedAt
          ? t('channels:reReview.done', { day: formatMomentDay(reReviewedAt, locale()) })
          : t('channels:step.in-review')}
      </b>
      {t('channels:step.reviewTime')}
    </p>
  )
}

function ReportLink({ channel }: { channel: Channel }) {
  const address = buildReportPath('/report-channel', {}, { channels: channel.channelId })
  return (
    <a className={`${buttons.button} ${buttons.quiet}`} href={localizePath(address, locale())}>
      {t('channels:step.report')} <HiddenLabel channel={channel} />
    </a>
  )
}

/** What a channel's state has to say beyond its chips: why it is held or rejected, why a verification failed. */
export function ChannelNotes({ channel }: { channel: Channel }) {
  const { reason, verification, verificationFailure } = channel
  const isHeld = channel.approval === approvalStatus.held
  const state = getChannelState(channel)
  return (
    <>
      {reason && (
        <p className={styles.note} data-tone={isHeld ? 'warn' : 'bad'}>
          <b>{t(`channels:card.${isHeld ? 'heldFor' : 'rejectedFor'}`)}</b> {reason}
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
