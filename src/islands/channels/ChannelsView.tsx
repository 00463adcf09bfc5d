import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { streamChannelChanges } from '#contract/channels/channel-changes.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { ScreenHeader } from '#islands/kit/ui/ScreenHeader.tsx'
import { subscribeToStream } from '#lib/api/event-stream.ts'
import { t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { ChannelList } from './list/ChannelList.tsx'
import styles from './list/Channels.module.css'
import { SelectionBar } from './list/SelectionBar.tsx'
import { ChannelPanel } from './panel/ChannelPanel.tsx'
import { type SharesFactComponent, SharesFactContext } from './panel/shares-fact.ts'
import { StagePipeline } from './stages/StagePipeline.tsx'
import { channelSelection } from './state/selection.ts'
import { $panelId, refreshChannels, syncProfileWithList } from './state/store.ts'

interface ChannelsViewProps {
  sharesFact: SharesFactComponent
}

export function ChannelsView({ sharesFact }: ChannelsViewProps) {
  useEffect(() => subscribeToStream(streamChannelChanges, refreshChannels), [])
  useEffect(syncProfileWithList, [])
  useEffect(() => channelSelection.clear, [])
  const isPanelOpen = useStore($panelId) !== null
  return (
    <div className="stack gap-4">
      <ScreenHeader title={t('channels:title')} lead={t('channels:lead')}>
        <Button kind="primary" onClick={() => openDialog('addChannel')}>
          <span aria-hidden="true">+</span> {t('channels:add.button')}
        </Button>
      </ScreenHeader>
      <StagePipeline />
      <div className={styles.layout} data-panel={isPanelOpen || undefined}>
        <div className="min-0">
          <ChannelList />
          <SelectionBar />
        </div>
        <SharesFactContext value={sharesFact}>
          <ChannelPanel />
        </SharesFactContext>
      </div>
    </div>
  )
}
