import { useStore } from '@nanostores/react'
import { approvalStatus, type Channel, getChannelState } from '#contract/channels.ts'
import { Button } from '#islands/ui/Button.tsx'
import { HiddenLabel } from '#islands/ui/HiddenLabel.tsx'
import { $isManager } from '#lib/api/session.ts'
import { formatLocalDay } from '#lib/format/day.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { buildReportPath } from '#lib/navigation/report-path.ts'
import styles from './ChannelCard.module.css'
import type { ChannelDialog } from './dialogs/dialog-props.ts'
import { formatMoment } from './moment.ts'
import { getNextStep, getOtherActions } from './next-step.ts'
import { ReReviewButton } from './ReReviewButton.tsx'

export function ChannelActions({ channel }: { channel: Channel }) {
  const others = getOtherActions(channel, useStore($isManager))
  return (
    <div className={styles.actions}>
      <NextStepAction channel={channel} />
      {others.length > 0 && (
        <p className={styles.others}>
          {others.map((action) => (
            <button key={action} type="button" onClick={() => openDialog(action, channel.id)}>
              {t(`channels:action.${action}`)} <HiddenLabel>{channel.name}</HiddenLabel>
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
          {channel.approval === approvalStatus.held && <ReReviewButton channel={channel} />}
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
  isRunning?: boolean
}

/** One element before, during and after verification, to keep the focus. */
function StepButton({ channel, dialog, text, isRunning = false }: StepButtonProps) {
  return (
    <Button kind={isRunning ? undefined : 'primary'} onClick={() => openDialog(dialog, channel.id)}>
      {isRunning && <span className="ring" />}
      {text} <HiddenLabel>{channel.name}</HiddenLabel>
    </Button>
  )
}

function InReview({ channel: { reReviewedAt } }: { channel: Channel }) {
  return (
    <p className={`grid ${styles.note}`}>
      <b>
        {reReviewedAt
          ? t('channels:reReview.done', { day: formatLocalDay(reReviewedAt, locale()) })
          : t('channels:step.in-review')}
      </b>
      {t('channels:step.reviewTime')}
    </p>
  )
}

function ReportLink({ channel }: { channel: Channel }) {
  const address = buildReportPath('/report-channel', {}, { channels: channel.channelId })
  return (
    <a className="button" href={localizePath(address, locale())}>
      {t('channels:step.report')} <HiddenLabel>{channel.name}</HiddenLabel>
    </a>
  )
}

export function ChannelNotes({ channel }: { channel: Channel }) {
  const { reason, verification, verificationFailure, expiresAt } = channel
  const isHeld = channel.approval === approvalStatus.held
  const state = getChannelState(channel)
  return (
    <>
      {reason && (
        <p className={styles.note} data-tone={isHeld ? 'warn' : 'bad'}>
          <b className="caption">{t(`channels:card.${isHeld ? 'heldFor' : 'rejectedFor'}`)}</b>
          <br />
          {reason}
        </p>
      )}
      {verification === 'pending' && verificationFailure && state !== 'rejected' && (
        <p className={styles.note} data-tone="bad">
          {t(`channels:verificationFailure.${verificationFailure}`)}
        </p>
      )}
      {verification === 'pending' && expiresAt && (
        <p className={styles.note}>{t('channels:deadline', { when: formatMoment(expiresAt, locale()) })}</p>
      )}
    </>
  )
}
