import type { ComponentType } from 'react'
import { $dialogChannel, reloadChannels } from '#islands/channels/store.ts'
import { ItemDialog } from '#islands/dialogs/ItemDialog.tsx'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import type { ChannelDialogProps } from './dialog-props.ts'

export const withChannel = (Content: ComponentType<ChannelDialogProps>) =>
  function ChannelDialog() {
    return (
      <ItemDialog $item={$dialogChannel} missingText={t('channels:gone')}>
        {(channel) => <Content channel={channel} onClose={closeDialog} onChanged={reloadChannels} />}
      </ItemDialog>
    )
  }
