import { maxShortenedChannels, type ShortenedChannel } from '#contract/settlement/months.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { HiddenLabel } from '#islands/kit/ui/HiddenLabel.tsx'
import { MoreRows, useFirstRows } from '#islands/kit/ui/MoreRows.tsx'
import { Permitted } from '#islands/kit/ui/Permitted.tsx'
import { ChannelPicture } from '#islands/kit/ui/pictures/ChannelPicture.tsx'
import { formatDay } from '#lib/format/day.ts'
import { formatMoney } from '#lib/format/number.ts'
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
  const list = useFirstRows(channels, shownChannels)
  return (
    <>
      <ul className={styles.channels}>
        {list.shown.map((channel) => (
          <li key={`${channel.channelId} ${channel.account.id}`} data-shortened={channel.channelId}>
            <Shortened channel={channel} hasShares={hasShares} />
          </li>
        ))}
      </ul>
      <MoreRows
        list={list}
        more={t('settlement:more', { count: list.rest })}
        less={t('settlement:less')}
        note={
          channels.length === maxShortenedChannels
            ? t('months:shortened.limit', { count: channels.length })
            : null
        }
      />
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
        <small>{account.nickname ?? account.email ?? t('lists:deletedAccount')}</small>
      </span>
      <span className={styles.day}>
        {from === null
          ? t('months:shortened.never')
          : t('months:shortened.since', { day: formatDay(from, locale()) })}
      </span>
      <span className={styles.amount}>
        <b>{formatMoney(micros, 'USD', locale())}</b>
        <small>{t('months:shortened.before')}</small>
      </span>
      {hasShares && channelId !== null && (
        <Permitted permission="shares.change">
          <Button className="small" onClick={() => openDialog('shares', channelId)}>
            {t('payout:setShares')}
            <HiddenLabel>{channelName}</HiddenLabel>
          </Button>
        </Permitted>
      )}
    </>
  )
}
