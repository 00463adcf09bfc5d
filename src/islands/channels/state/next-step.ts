import { approvalStatus, getChannelState } from '#contract/channels/channel-states.ts'
import type { Channel } from '#contract/channels/channels.ts'

export type Step = 'verify' | 'verifying' | 'in-review' | 're-review' | 'assign' | 'report' | 'reason'

/** `assigns`: may say whose a channel is. */
export function getNextStep(channel: Channel, assigns: boolean): Step {
  switch (getChannelState(channel)) {
    case 'unverified':
      return channel.verification === 'verifying' ? 'verifying' : 'verify'
    case 'pending':
      return 'in-review'
    case 'held':
      return 're-review'
    case 'approved':
      return assigns && channel.members.length === 0 ? 'assign' : 'report'
    case 'rejected':
      return 'reason'
  }
}

export type ChannelAction = 'assign' | 'unassign' | 'channelTags' | 'earningDay' | 'delete'

interface CallerRights {
  assigns: boolean
  changes: boolean
  movesEarningDay: boolean
}

/** Lists the other actions; deletion comes last. */
export function getActions(
  channel: Channel,
  { assigns, changes, movesEarningDay }: CallerRights,
): ChannelAction[] {
  const possible: Record<ChannelAction, boolean> = {
    assign: assigns && channel.approval !== approvalStatus.rejected,
    unassign: assigns && channel.members.length > 0,
    channelTags: changes,
    earningDay: movesEarningDay && getChannelState(channel) === 'approved',
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
