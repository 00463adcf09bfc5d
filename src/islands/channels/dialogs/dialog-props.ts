import type { Channel } from '#contract/channels.ts'

/** Flags of the dialogs about one channel. */
export type ChannelDialog = 'verify' | 'assign' | 'unassign' | 'delete' | 'review'

export interface ChannelDialogProps {
  /** The current card of the list. */
  channel: Channel
  onClose: () => void
  /** Reloads the list. */
  onChanged: () => void
}
