import { useStore } from '@nanostores/react'
import { getChannelState } from '#contract/channels/channel-states.ts'
import type { Channel } from '#contract/channels/channels.ts'
import { getActions } from '#islands/channels/state/next-step.ts'
import { openPanel } from '#islands/channels/state/store.ts'
import { getChannelPageUrl, getReportUrl } from '#islands/channels/state/urls.ts'
import { ActionMenu, type MenuAction } from '#islands/kit/ui/ActionMenu.tsx'
import { $isManager } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'

export function ChannelMenu({ channel }: { channel: Channel }) {
  const isManager = useStore($isManager)
  const actions: MenuAction[] = [
    { key: 'details', text: t('channels:menu.details'), onSelect: () => openPanel(channel.id) },
    {
      key: 'youtube',
      text: t('channels:menu.youtube'),
      href: getChannelPageUrl(channel.page),
      opensNewTab: true,
    },
    ...(getChannelState(channel) === 'approved'
      ? [{ key: 'report', text: t('channels:step.report'), href: getReportUrl(channel) }]
      : []),
    ...getActions(channel, isManager).map((action) => ({
      key: action,
      text: action === 'delete' ? t('channels:menu.delete') : t(`channels:action.${action}`),
      isDangerous: action === 'delete',
      onSelect: () => openDialog(action, channel.id),
    })),
  ]
  return <ActionMenu label={t('channels:menu.of', { name: channel.name })} actions={actions} />
}
