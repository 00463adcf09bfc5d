import type { Channel } from '#contract/channels/channels.ts'

export type ChannelDialog = 'verify' | 'assign' | 'unassign' | 'delete' | 'review'

export interface ChannelDialogProps {
  channel: Channel
  onClose: () => void
  onChanged: () => void
}
