import { useStore } from '@nanostores/react'
import { type ReactNode, useId } from 'react'
import type { Channel } from '#contract/channels/channels.ts'
import type { ChannelDialog } from '#islands/channels/dialogs/parts/dialog-props.ts'
import { formatMoment, useCurrentTime } from '#islands/channels/state/moment.ts'
import { getNextStep, getReReviewBlock } from '#islands/channels/state/next-step.ts'
import { getReportUrl } from '#islands/channels/state/urls.ts'
import { HiddenLabel } from '#islands/kit/ui/HiddenLabel.tsx'
import { may } from '#lib/api/session.ts'
import { toLocalDay } from '#lib/format/date-math.ts'
import { formatDayShort } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import styles from './Channels.module.css'
import { PanelLink } from './PanelLink.tsx'

interface NextStepProps {
  channel: Channel
  /** The whole cell is one target on a phone. */
  chip?: ReactNode
  /** Replaces the words that link to the report. */
  profit?: ReactNode
}

/** Shows one text link with a short note about time below it; the details are in the panel. */
export function NextStep({ channel, chip, profit }: NextStepProps) {
  const step = getNextStep(channel, useStore(may('channels.assign')))
  const text = <StepText channel={channel}>{t(`channels:step.${step}`)}</StepText>
  switch (step) {
    case 'verify':
    case 'verifying':
      return (
        <StepButton channel={channel} dialog="verify">
          {chip}
          {text}
          {step === 'verify' && <VerificationNote channel={channel} />}
        </StepButton>
      )
    case 'assign':
      return (
        <StepButton channel={channel} dialog="assign">
          {chip}
          {text}
        </StepButton>
      )
    case 're-review':
      return <ReReviewStep channel={channel} chip={chip} />
    case 'report':
      return (
        <a className={styles.step} data-quiet="" href={getReportUrl(channel)}>
          {chip}
          {profit && <b>{profit}</b>}
          {profit ? <span className="visually-hidden">{text}</span> : text}
        </a>
      )
    case 'reason':
      return (
        <PanelLink id={channel.id} className={styles.step}>
          {chip}
          {text}
        </PanelLink>
      )
    case 'in-review':
      return <WaitingStep channel={channel} chip={chip} />
  }
}

const StepText = ({ channel, children }: { channel: Channel; children: ReactNode }) => (
  <span className={styles.stepText}>
    {children} <HiddenLabel>{channel.name}</HiddenLabel>
  </span>
)

interface StepButtonProps {
  channel: Channel
  dialog: ChannelDialog
  children: ReactNode
}

/** Renders the same element before, during and after verification, to keep the focus. */
const StepButton = ({ channel, dialog, children }: StepButtonProps) => (
  <button type="button" className={styles.step} onClick={() => openDialog(dialog, channel.id)}>
    {children}
  </button>
)

function VerificationNote({ channel: { verificationFailure, expiresAt } }: { channel: Channel }) {
  if (verificationFailure)
    return (
      <small className="bad" title={t(`channels:verificationFailure.${verificationFailure}`)}>
        {t('channels:step.failed')}
      </small>
    )
  return (
    expiresAt && (
      <small title={t('channels:deadline', { when: formatMoment(expiresAt, locale()) })}>
        {t('channels:step.until', { when: formatShortDay(expiresAt) })}
      </small>
    )
  )
}

/** Stays focusable while blocked, to explain why. */
function ReReviewStep({ channel, chip }: NextStepProps) {
  const id = useId()
  const { reReviewFrom } = channel
  const block = getReReviewBlock(channel, useCurrentTime(reReviewFrom))
  const when = reReviewFrom === null ? '' : formatMoment(reReviewFrom, locale())
  const blockText =
    block &&
    t(block === 'unverified' ? 'messages:refusals.unverified' : `channels:reReview.${block}`, { when })
  return (
    <button
      type="button"
      className={styles.step}
      aria-disabled={block !== null || undefined}
      aria-describedby={blockText ? id : undefined}
      title={blockText ?? undefined}
      onClick={() => {
        if (!block) openDialog('review', channel.id)
      }}
    >
      {chip}
      <StepText channel={channel}>{t('channels:step.re-review')}</StepText>
      {block === 'early' && reReviewFrom && (
        <small>{t('channels:step.from', { when: formatShortDay(reReviewFrom) })}</small>
      )}
      {blockText && (
        <span id={id} hidden>
          {blockText}
        </span>
      )}
    </button>
  )
}

function WaitingStep({ channel: { reReviewedAt }, chip }: NextStepProps) {
  return (
    <span className={styles.step} data-quiet="">
      {chip}
      <span className={styles.stepText}>{t('channels:step.waiting')}</span>
      <small>
        {reReviewedAt
          ? t('channels:step.requested', { day: formatShortDay(reReviewedAt) })
          : t('channel-timeline:reviewTime')}
      </small>
    </span>
  )
}

const formatShortDay = (moment: string) => formatDayShort(toLocalDay(moment), locale())
