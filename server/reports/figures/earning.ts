import { type ApprovalStatus, approvalStatus, type VerificationStatus } from '#contract/channels/channels.ts'

interface ChannelState {
  approval: ApprovalStatus
  verification: VerificationStatus
}

/** Must match the view `earning_channels`; see docs/data.md, "What counts when". */
export const isEarning = ({ approval, verification }: ChannelState): boolean =>
  approval === approvalStatus.approved && verification === 'verified'
