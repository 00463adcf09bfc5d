import type { Channel } from '#contract/channels.ts'

export interface ChannelDialogProps {
  /** As the list has it; the dialog follows it. */
  channel: Channel
  onClose: () => void
  /** The channel as it is now; without one the list is to be asked. */
  onChanged: (channel?: Channel) => void
}
