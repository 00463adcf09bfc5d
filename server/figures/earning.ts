import { type ApprovalStatus, approvalStatus, type VerificationStatus } from '#contract/channels.ts'

interface ChannelState {
  approval: ApprovalStatus
  verification: VerificationStatus
}

/** Whether a registered channel earns: approved and verified. The SQL view `earning_channels` has the same rule. */
export const isEarning = ({ approval, verification }: ChannelState): boolean =>
  approval === approvalStatus.approved && verification === 'verified'
