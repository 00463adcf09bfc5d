import { type ComponentType, createElement } from 'react'
import type { ChannelDialogProps } from '#islands/channels/dialogs/parts/dialog-props.ts'
import type { Screen } from '#islands/kit/screen/manifest.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import type { Namespace } from '#lib/texts/catalog.ts'

const namespaces: readonly Namespace[] = ['channel-dialogs']
const assignNamespaces: readonly Namespace[] = [...namespaces, 'payout-shares']

/** Loads code and texts only for managers, when they open a channel's details. */
const lazySharesFact = lazyComponent(async () => {
  const [{ SharesFact }] = await Promise.all([
    import('#islands/settlement/payout-shares/SharesFact.tsx'),
    import('#lib/i18n/load-strings.ts').then(({ loadStrings }) => loadStrings('payout-shares')),
  ])
  return SharesFact
})

const loadAssignmentShares = async () =>
  (await import('#islands/settlement/payout-shares/use-assignment-shares.tsx')).useAssignmentShares

/** The flag's value is the channel's id. */
const channelDialog = (
  loadContent: () => Promise<ComponentType<ChannelDialogProps>>,
  dialogNamespaces = namespaces,
) => ({
  namespaces: dialogNamespaces,
  load: async () => {
    const [{ withChannel }, Content] = await Promise.all([
      import('#islands/channels/list/dialogs/with-channel.tsx'),
      loadContent(),
    ])
    return withChannel(Content)
  },
})

export const screen: Screen = {
  name: 'manage-channel',
  navigation: { group: 'settings', order: 1, icon: 'M3 4h14v9.5H3zM8.4 6.7v4.1l3.5-2zM6.5 16.5h7' },
  audience: 'account',
  namespaces: ['channels', 'channel-states', 'channel-timeline', 'member-filter', 'payout', 'lists'],
  lazyNamespaces: ['payout-shares'],
  load: async () => {
    const { ChannelsView } = await import('#islands/channels/ChannelsView.tsx')
    return () => createElement(ChannelsView, { sharesFact: lazySharesFact })
  },
  dialogs: {
    addChannel: {
      namespaces,
      load: async () => (await import('#islands/channels/adding/AddChannelDialog.tsx')).AddChannelDialog,
    },
    verify: channelDialog(
      async () => (await import('#islands/channels/dialogs/verification/VerifyDialog.tsx')).VerifyDialog,
    ),
    assign: channelDialog(async () => {
      const [{ AssignDialog }, useShares] = await Promise.all([
        import('#islands/channels/dialogs/assignment/AssignDialog.tsx'),
        loadAssignmentShares(),
      ])
      return (props) => createElement(AssignDialog, { ...props, useShares })
    }, assignNamespaces),
    unassign: channelDialog(
      async () => (await import('#islands/channels/dialogs/assignment/UnassignDialog.tsx')).UnassignDialog,
    ),
    assignMany: {
      namespaces: assignNamespaces,
      load: async () => {
        const [{ AssignManyDialog }, useShares] = await Promise.all([
          import('#islands/channels/dialogs/assignment/AssignManyDialog.tsx'),
          loadAssignmentShares(),
        ])
        return () => createElement(AssignManyDialog, { useShares })
      },
    },
    shareFile: {
      namespaces: ['payout-shares', 'csv-upload'],
      load: async () =>
        (await import('#islands/settlement/payout-shares/ShareFileDialog.tsx')).ShareFileDialog,
    },
    unassignMany: {
      namespaces,
      load: async () =>
        (await import('#islands/channels/dialogs/assignment/UnassignManyDialog.tsx')).UnassignManyDialog,
    },
    channelTags: {
      namespaces: ['channel-tags'],
      load: async () => (await import('#islands/channels/list/dialogs/TagsDialog.tsx')).TagsDialog,
    },
    shares: {
      namespaces: ['payout-shares'],
      load: async () => (await import('#islands/settlement/payout-shares/SharesDialog.tsx')).SharesDialog,
    },
    earningDay: channelDialog(
      async () =>
        (await import('#islands/channels/dialogs/earning-day/EarningDayDialog.tsx')).EarningDayDialog,
    ),
    delete: channelDialog(
      async () => (await import('#islands/channels/list/dialogs/DeleteDialog.tsx')).DeleteDialog,
      [...namespaces, 'balance', 'credentials'],
    ),
    review: channelDialog(
      async () => (await import('#islands/channels/list/dialogs/ReReviewDialog.tsx')).ReReviewDialog,
    ),
  },
}
