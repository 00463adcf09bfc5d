import { createItemDialogs } from '#islands/dialogs/url-state.ts'

/** The dialogs that are about one member, by their flags in the address. */
export const memberDialogs = ['password', 'fee', 'delete'] as const
export type MemberDialog = (typeof memberDialogs)[number]

export const {
  $opened: $activeDialog,
  openAdd,
  openDialog,
  closeDialog,
} = createItemDialogs('addMember', memberDialogs)
