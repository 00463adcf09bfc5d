import { approvalStatus, type Channel, getChannelState } from '#contract/channels.ts'

export type Step =
  | 'verify'
  | 'verifying'
  | 'in-review'
  | 're-review'
  | 'assign'
  | 'report'
  | 'delete'
  | 'none'

export function getNextStep(channel: Channel, isManager: boolean): Step {
  switch (getChannelState(channel)) {
    case 'unverified':
      return channel.verification === 'verifying' ? 'verifying' : 'verify'
    case 'pending':
      return 'in-review'
    case 'held':
      return 're-review'
    case 'approved':
      return isManager && channel.members.length === 0 ? 'assign' : 'report'
    case 'rejected':
      return channel.deletable ? 'delete' : 'none'
  }
}

export type OtherAction = 'assign' | 'unassign' | 'delete'

export function getOtherActions(channel: Channel, isManager: boolean): OtherAction[] {
  const step = getNextStep(channel, isManager)
  const possible: Record<OtherAction, boolean> = {
    assign: isManager && channel.approval !== approvalStatus.rejected,
    unassign: isManager && channel.members.length > 0,
    delete: channel.deletable,
  }
  return (['assign', 'unassign', 'delete'] as const).filter((action) => possible[action] && action !== step)
}

export type ReReviewBlock = 'unverified' | 'early' | null

export function getReReviewBlock({ verification, reReviewFrom }: Channel, now: number): ReReviewBlock {
  if (verification !== 'verified') return 'unverified'
  return reReviewFrom !== null && now < Date.parse(reReviewFrom) ? 'early' : null
}
