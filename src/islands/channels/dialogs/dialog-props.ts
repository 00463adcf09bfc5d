import type { Channel } from '#contract/channels.ts'

export interface ChannelDialogProps {
  /** As the list has it; the dialog follows it. */
  channel: Channel
  onClose: () => void
  /** The list is to be asked again. */
  onChanged: () => void
}
