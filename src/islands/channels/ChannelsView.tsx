import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { streamChannelChanges } from '#contract/channels/channel-changes.ts'
import { SelectionBar as Bar, SelectAll } from '#islands/kit/tables/SelectionBar.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Permitted } from '#islands/kit/ui/Permitted.tsx'
import { ScreenHeader } from '#islands/kit/ui/ScreenHeader.tsx'
import { SavedViews } from '#islands/kit/views/SavedViews.tsx'
import { subscribeToStream } from '#lib/api/event-stream.ts'
import { may } from '#lib/api/session.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { ChannelList } from './list/ChannelList.tsx'
import styles from './list/Channels.module.css'
import { ChannelPanel } from './panel/ChannelPanel.tsx'
import { type SharesFactComponent, SharesFactContext } from './panel/shares-fact.ts'
import { StagePipeline } from './stages/StagePipeline.tsx'
import { readMatchingChannels } from './state/read-matching.ts'
import { $selection, channelSelection } from './state/selection.ts'
import { $panelId, channelList, refreshChannels, syncProfileWithList } from './state/store.ts'
import { useExport } from './state/use-export.ts'

interface ChannelsViewProps {
  sharesFact: SharesFactComponent
}

export function ChannelsView({ sharesFact }: ChannelsViewProps) {
  useEffect(() => subscribeToStream(streamChannelChanges, refreshChannels), [])
  useEffect(syncProfileWithList, [])
  useEffect(() => channelSelection.clear, [])
  const changesShares = useStore(may('shares.change'))
  const isPanelOpen = useStore($panelId) !== null
  return (
    <div className="stack gap-4">
      <ScreenHeader title={t('shell:views.manage-channel')} lead={t('channels:lead')}>
        <span>
          <SavedViews />
          {changesShares && <Button onClick={() => openDialog('shareFile')}>{t('channels:add.file')}</Button>}
          <Permitted permission="channels.change">
            <Button kind="primary" onClick={() => openDialog('addChannel')}>
              <span aria-hidden="true">+</span> {t('channels:add.button')}
            </Button>
          </Permitted>
        </span>
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

/** The value of the flag of dialogs about all selected channels. */
const selectedValue = 'selected'

function SelectionBar() {
  const selection = useStore($selection)
  const { pending, save } = useExport()
  return (
    <Bar
      label={t('channels:select.bar')}
      text={selection.length > 0 ? describeCount(selection.length) : null}
      clearLabel={t('lists:clearSelection')}
      onClear={channelSelection.clear}
    >
      <SelectAllChannels selected={selection.length} />
      <button type="button" onClick={() => openDialog('assignMany', selectedValue)}>
        {t('channels:select.assign')}
      </button>
      <button type="button" onClick={() => openDialog('unassignMany', selectedValue)}>
        {t('channels:action.unassign')}
      </button>
      <button type="button" onClick={() => openDialog('channelTags', selectedValue)}>
        {t('lists:tags')}
      </button>
      <button
        type="button"
        aria-label={t('channels:export.selected')}
        aria-busy={pending || undefined}
        disabled={pending}
        onClick={() => save(selection.map(({ id }) => id))}
      >
        CSV
      </button>
    </Bar>
  )
}

const describeCount = (count: number) =>
  t('channels:select.count', { selected: formatNumber(count, locale()) })

function SelectAllChannels({ selected }: { selected: number }) {
  const { result } = useStore(channelList.$state)
  const { total = 0, channels = [] } = result?.data ?? {}
  return (
    <SelectAll
      selection={channelSelection}
      total={total}
      listed={channels.length}
      selected={selected}
      load={readMatchingChannels}
      text={(key, values) => t(`channels:select.${key}`, values)}
    />
  )
}
