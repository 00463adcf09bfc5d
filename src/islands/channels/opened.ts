import { itemDialogs } from '#shared/dialog-address.ts'

/** The dialogs that are about one channel, by their flags in the address. */
export const channelDialogs = ['verify', 'assign', 'unassign', 'delete', 'review'] as const
export type ChannelDialog = (typeof channelDialogs)[number]

export const { $opened, openAdd, openDialog, replaceDialog, closeDialog } = itemDialogs(
  'addChannel',
  channelDialogs,
)
