import { useEffect } from 'react'
import { followChannels } from '#contract/channels.ts'
import { follow } from '#lib/follow.ts'
import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { ChannelList } from './ChannelList.tsx'
import styles from './Channels.module.css'
import { Filters } from './Filters.tsx'
import { OpenedDialog } from './OpenedDialog.tsx'
import { openAdd } from './opened.ts'
import { followUnverified, refreshChannels } from './store.ts'

/** The channels that somebody may see, what each needs next, and the ways to do it. */
export function ChannelsView() {
  useEffect(() => follow(followChannels, refreshChannels), [])
  useEffect(followUnverified, [])
  return (
    <div className={styles.view}>
      <header className={styles.header}>
        <div>
          <h1>{t('channels:title')}</h1>
          <p>{t('channels:lead')}</p>
        </div>
        <Button kind="primary" onClick={openAdd}>
          <span aria-hidden="true">+</span> {t('channels:add.button')}
        </Button>
      </header>
      <Filters />
      <ChannelList />
      <OpenedDialog />
    </div>
  )
}
