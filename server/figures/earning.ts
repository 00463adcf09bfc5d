import { type ApprovalStatus, approvalStatus, type VerificationStatus } from '#contract/channels.ts'

interface ChannelState {
  approval: ApprovalStatus
  verification: VerificationStatus
}

/**
 * Whether a registered channel earns: approved and verified (docs/data.md, "What counts when"). The view `earning_channels` is the same
 * rule in SQL, with the first earning day.
 */
export const isEarning = ({ approval, verification }: ChannelState): boolean =>
  approval === approvalStatus.approved && verification === 'verified'
