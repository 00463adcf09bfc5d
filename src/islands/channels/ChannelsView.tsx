import { useEffect } from 'react'
import { streamChannelChanges } from '#contract/channels.ts'
import { Button } from '#islands/ui/Button.tsx'
import { subscribeToStream } from '#lib/api/event-stream.ts'
import { t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { ChannelFilters } from './ChannelFilters.tsx'
import { ChannelList } from './ChannelList.tsx'
import styles from './Channels.module.css'
import { refreshChannels, syncProfileWithList } from './store.ts'

/** The channels that somebody may see, what each needs next, and the ways to do it. */
export function ChannelsView() {
  useEffect(() => subscribeToStream(streamChannelChanges, refreshChannels), [])
  useEffect(syncProfileWithList, [])
  return (
    <div className={styles.view}>
      <header className={styles.header}>
        <div>
          <h1>{t('channels:title')}</h1>
          <p>{t('channels:lead')}</p>
        </div>
        <Button kind="primary" onClick={() => openDialog('addChannel')}>
          <span aria-hidden="true">+</span> {t('channels:add.button')}
        </Button>
      </header>
      <ChannelFilters />
      <ChannelList />
    </div>
  )
}
