import type { ComponentType } from 'react'
import type { Screen } from '#islands/kit/screen/manifest.ts'
import type { ChannelDialogProps } from './dialogs/parts/dialog-props.ts'

const namespaces = ['channel-dialogs']
const assignNamespaces = [...namespaces, 'payout-shares']

/** The flag's value is the channel's id. */
const channelDialog = (
  loadContent: () => Promise<ComponentType<ChannelDialogProps>>,
  dialogNamespaces = namespaces,
) => ({
  namespaces: dialogNamespaces,
  load: async () => {
    const [{ withChannel }, Content] = await Promise.all([
      import('./list/dialogs/with-channel.tsx'),
      loadContent(),
    ])
    return withChannel(Content)
  },
})

export const screen: Screen = {
  name: 'manage-channel',
  navigation: { group: 'settings', order: 1, icon: 'M3 4h14v9.5H3zM8.4 6.7v4.1l3.5-2zM6.5 16.5h7' },
  audience: 'account',
  namespaces: ['channels', 'channel-timeline', 'member-filter'],
  lazyNamespaces: ['payout-shares'],
  load: async () => (await import('./ChannelsView.tsx')).ChannelsView,
  dialogs: {
    addChannel: {
      namespaces,
      load: async () => (await import('./adding/AddChannelDialog.tsx')).AddChannelDialog,
    },
    verify: channelDialog(async () => (await import('./dialogs/verification/VerifyDialog.tsx')).VerifyDialog),
    assign: channelDialog(
      async () => (await import('./dialogs/assignment/AssignDialog.tsx')).AssignDialog,
      assignNamespaces,
    ),
    unassign: channelDialog(
      async () => (await import('./dialogs/assignment/UnassignDialog.tsx')).UnassignDialog,
    ),
    assignMany: {
      namespaces: assignNamespaces,
      load: async () => (await import('./dialogs/assignment/AssignManyDialog.tsx')).AssignManyDialog,
    },
    unassignMany: {
      namespaces,
      load: async () => (await import('./dialogs/assignment/UnassignManyDialog.tsx')).UnassignManyDialog,
    },
    shares: {
      namespaces: ['payout-shares'],
      load: async () => (await import('#islands/settlement/payout-shares/SharesDialog.tsx')).SharesDialog,
    },
    delete: channelDialog(
      async () => (await import('./list/dialogs/DeleteDialog.tsx')).DeleteDialog,
      [...namespaces, 'balance'],
    ),
    review: channelDialog(async () => (await import('./list/dialogs/ReReviewDialog.tsx')).ReReviewDialog),
  },
}
