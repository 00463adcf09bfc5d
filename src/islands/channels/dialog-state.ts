import { createItemDialogs } from '#islands/dialogs/url-state.ts'

/** The dialogs that are about one channel, by their flags in the address. */
export const channelDialogs = ['verify', 'assign', 'unassign', 'delete', 'review'] as const
export type ChannelDialog = (typeof channelDialogs)[number]

export const {
  $opened: $activeDialog,
  openAdd,
  openDialog,
  replaceDialog,
  closeDialog,
} = createItemDialogs('addChannel', channelDialogs)
