import { useEffect } from 'react'
import { streamChannelChanges } from '#contract/channels.ts'
import { Button } from '#islands/ui/Button.tsx'
import { ScreenHeader } from '#islands/ui/ScreenHeader.tsx'
import { subscribeToStream } from '#lib/api/event-stream.ts'
import { t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { ChannelFilters } from './ChannelFilters.tsx'
import { ChannelList } from './ChannelList.tsx'
import { refreshChannels, syncProfileWithList } from './store.ts'

export function ChannelsView() {
  useEffect(() => subscribeToStream(streamChannelChanges, refreshChannels), [])
  useEffect(syncProfileWithList, [])
  return (
    <div className="stack gap-4">
      <ScreenHeader title={t('channels:title')} lead={t('channels:lead')}>
        <Button kind="primary" onClick={() => openDialog('addChannel')}>
          <span aria-hidden="true">+</span> {t('channels:add.button')}
        </Button>
      </ScreenHeader>
      <ChannelFilters />
      <ChannelList />
    </div>
  )
}
