import { useState } from 'react'
import { maxShortenedChannels, type ShortenedChannel } from '#contract/settlement/months.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { HiddenLabel } from '#islands/kit/ui/HiddenLabel.tsx'
import { ChannelPicture } from '#islands/kit/ui/pictures/ChannelPicture.tsx'
import { formatAmount } from '#lib/format/amount.ts'
import { formatDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import styles from './Shortened.module.css'

interface ShortenedListProps {
  channels: readonly ShortenedChannel[]
  /** Links to the channels' shares, which a manager can set. */
  hasShares?: boolean
}

const shownChannels = 5

/** Lists channels of which a statement counts fewer days than the reports show. */
export function ShortenedList({ channels, hasShares = false }: ShortenedListProps) {
  const [isOpen, setIsOpen] = useState(false)
  const shown = isOpen ? channels : channels.slice(0, shownChannels)
  return (
    <>
      <ul className={styles.channels}>
        {shown.map((channel) => (
          <li key={`${channel.channelId} ${channel.account.id}`} data-shortened={channel.channelId}>
            <Shortened channel={channel} hasShares={hasShares} />
          </li>
        ))}
      </ul>
      {channels.length > shownChannels && (
        <p className="wrap items-center gap-2">
          <Button className="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen
              ? t('months:shortened.less')
              : t('months:shortened.more', { count: channels.length - shownChannels })}
          </Button>
          {channels.length === maxShortenedChannels && (
            <span className="note">{t('months:shortened.limit', { count: channels.length })}</span>
          )}
        </p>
      )}
    </>
  )
}

function Shortened({ channel, hasShares }: { channel: ShortenedChannel; hasShares: boolean }) {
  const { channelId, name, thumbnail, account, from, micros } = channel
  const channelName = name ?? channelId ?? t('months:comparison.unnamed')
  return (
    <>
      <ChannelPicture channelId={channelId ?? ''} address={thumbnail} isSmall />
      <span className={`${styles.name} grid min-0 break`}>
        <b className="medium">{channelName}</b>
        <small>{account.nickname ?? account.email ?? t('months:members.removed')}</small>
      </span>
      <span className={styles.day}>
        {from === null
          ? t('months:shortened.never')
          : t('months:shortened.since', { day: formatDay(from, locale()) })}
      </span>
      <span className={styles.amount}>
        <b>{formatAmount(micros, 'USD', locale())}</b>
        <small>{t('months:shortened.before')}</small>
      </span>
      {hasShares && channelId !== null && (
        <Button className="small" onClick={() => openDialog('shares', channelId)}>
          {t('months:tasks.setShares')}
          <HiddenLabel>{channelName}</HiddenLabel>
        </Button>
      )}
    </>
  )
}
