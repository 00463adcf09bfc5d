import type { ComponentType } from 'react'
import { listChannels } from '#contract/channels.ts'
import { type FirstLoad, request, type Screen } from '#islands/ui/manifest.ts'
import type { ChannelDialogProps } from './dialogs/dialog-props.ts'

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
      import('./dialogs/with-channel.tsx'),
      loadContent(),
    ])
    return withChannel(Content)
  },
})

export const screen: Screen = {
  name: 'manage-channel',
  navigation: { group: 'settings', order: 1 },
  audience: 'account',
  namespaces: ['channels', 'channel-timeline', 'member-filter'],
  lazyNamespaces: ['payout-shares'],
  load: async () => (await import('./ChannelsView.tsx')).ChannelsView,
  dialogs: {
    addChannel: {
      namespaces,
      load: async () => (await import('./AddChannelDialog.tsx')).AddChannelDialog,
    },
    verify: channelDialog(async () => (await import('./dialogs/VerifyDialog.tsx')).VerifyDialog),
    assign: channelDialog(
      async () => (await import('./dialogs/AssignDialog.tsx')).AssignDialog,
      assignNamespaces,
    ),
    unassign: channelDialog(async () => (await import('./dialogs/UnassignDialog.tsx')).UnassignDialog),
    assignMany: {
      namespaces: assignNamespaces,
      load: async () => (await import('./dialogs/AssignManyDialog.tsx')).AssignManyDialog,
    },
    unassignMany: {
      namespaces,
      load: async () => (await import('./dialogs/UnassignManyDialog.tsx')).UnassignManyDialog,
    },
    shares: {
      namespaces: ['payout-shares'],
      load: async () => (await import('#islands/payout-shares/SharesDialog.tsx')).SharesDialog,
    },
    delete: channelDialog(
      async () => (await import('./dialogs/DeleteDialog.tsx')).DeleteDialog,
      [...namespaces, 'balance'],
    ),
    review: channelDialog(async () => (await import('./dialogs/ReReviewDialog.tsx')).ReReviewDialog),
  },
}

export const icon = 'M3 4h14v9.5H3zM8.4 6.7v4.1l3.5-2zM6.5 16.5h7'

export const firstLoad = (): FirstLoad => ({
  requests: [request(listChannels, { params: ['search', 'state', 'member', 'sort', 'order', 'page'] })],
})
