import {
  type ApprovalStatus,
  approvalStatus,
  type Channel,
  type VerificationStatus,
} from '#contract/channels.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './ChannelCard.module.css'

type Tone = 'good' | 'warn' | 'bad' | 'plain'

const cross = 'm5.8 5.8 4.4 4.4m0-4.4-4.4 4.4'
const tick = 'm4.8 8.2 2.2 2.3 4.3-4.8'
const clock = 'M8 4.6V8l2.3 1.6'

const approvals: Record<ApprovalStatus, { key: string; tone: Tone; shape: string }> = {
  [approvalStatus.pending]: { key: 'pending', tone: 'plain', shape: clock },
  [approvalStatus.held]: { key: 'held', tone: 'warn', shape: 'M6.4 5.4v5.2M9.6 5.4v5.2' },
  [approvalStatus.approved]: { key: 'approved', tone: 'good', shape: tick },
  [approvalStatus.rejected]: { key: 'rejected', tone: 'bad', shape: cross },
}

const verifications: Record<VerificationStatus, { tone: Tone; shape: string }> = {
  pending: { tone: 'warn', shape: 'M8 4.4v4.2M8 11v.4' },
  verifying: { tone: 'plain', shape: clock },
  verified: { tone: 'good', shape: tick },
}

interface ChipProps {
  tone: Tone
  shape: string
  text: string
}

const Chip = ({ tone, shape, text }: ChipProps) => (
  <span className={`chip ${tone === 'plain' ? 'muted' : ''}`} data-tone={tone}>
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6.6" />
      <path d={shape} />
    </svg>
    {text}
  </span>
)

export const RequestChip = ({ failed }: { failed: boolean }) =>
  failed ? (
    <Chip tone="bad" shape={cross} text={t('channels:requests.failed')} />
  ) : (
    <Chip tone="plain" shape={clock} text={t('channels:requests.waits')} />
  )

export const ClosedChip = () => <Chip tone="plain" shape={cross} text={t('channels:closed.chip')} />

export function StatusChips({ channel }: { channel: Channel }) {
  const { key, ...review } = approvals[channel.approval]
  const isWaitingForReview =
    channel.approval === approvalStatus.pending && channel.verification !== 'verified'
  return (
    <p className={`wrap gap-tight ${styles.chips}`}>
      <Chip {...review} text={t(isWaitingForReview ? 'channels:waitsForReview' : `channels:state.${key}`)} />
      <Chip
        {...verifications[channel.verification]}
        text={t(`channels:verification.${channel.verification}`)}
      />
    </p>
  )
}
