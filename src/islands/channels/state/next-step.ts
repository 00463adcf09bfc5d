import { approvalStatus, getChannelState } from '#contract/channels/channel-states.ts'
import type { Channel } from '#contract/channels/channels.ts'

export type Step = 'verify' | 'verifying' | 'in-review' | 're-review' | 'assign' | 'report' | 'reason'

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
      return 'reason'
  }
}

export type ChannelAction = 'assign' | 'unassign' | 'channelTags' | 'earningDay' | 'delete'

interface CallerRights {
  isManager: boolean
  isOperator: boolean
}

/** Lists the other actions; deletion comes last. */
export function getActions(channel: Channel, { isManager, isOperator }: CallerRights): ChannelAction[] {
  const possible: Record<ChannelAction, boolean> = {
    assign: isManager && channel.approval !== approvalStatus.rejected,
    unassign: isManager && channel.members.length > 0,
    channelTags: true,
    earningDay: isOperator && getChannelState(channel) === 'approved',
    delete: channel.deletable,
  }
  return (['assign', 'unassign', 'channelTags', 'earningDay', 'delete'] as const).filter(
    (action) => possible[action],
  )
}

export type ReReviewBlock = 'unverified' | 'early' | null

export function getReReviewBlock({ verification, reReviewFrom }: Channel, now: number): ReReviewBlock {
  if (verification !== 'verified') return 'unverified'
  return reReviewFrom !== null && now < Date.parse(reReviewFrom) ? 'early' : null
}
