import type { ComponentType } from 'react'
import type { ChannelDialogProps } from '#islands/channels/dialogs/parts/dialog-props.ts'
import { $dialogChannel, reloadChannels } from '#islands/channels/state/store.ts'
import { ItemDialog } from '#islands/kit/dialogs/ItemDialog.tsx'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'

export const withChannel = (Content: ComponentType<ChannelDialogProps>) =>
  function ChannelDialog() {
    return (
      <ItemDialog $item={$dialogChannel} missingText={t('channels:gone')}>
        {(channel) => <Content channel={channel} onClose={closeDialog} onChanged={reloadChannels} />}
      </ItemDialog>
    )
  }
