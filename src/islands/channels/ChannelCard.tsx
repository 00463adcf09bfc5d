import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Channel } from '#contract/channels.ts'
import { ChannelPicture } from '#islands/ui/ChannelPicture.tsx'
import { Skeleton } from '#islands/ui/Skeleton.tsx'
import { $isManager } from '#lib/api/session.ts'
import { formatLocalDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { ChannelActions, ChannelNotes } from './ChannelActions.tsx'
import styles from './ChannelCard.module.css'
import { getChannelPageUrl } from './channel-page-url.ts'
import { StatusChips } from './StatusChips.tsx'

const maxNamedMembers = 2

export function ChannelCard({ channel }: { channel: Channel }) {
  const isManager = useStore($isManager)
  return (
    <li className={styles.card} data-channel={channel.id}>
      <CardHeader channel={channel} />
      <StatusChips channel={channel} />
      <ChannelNotes channel={channel} />
      <dl className={styles.facts}>
        <CardItem name="registered">{formatLocalDay(channel.registeredAt, locale())}</CardItem>
        <CardItem name="approved">
          {channel.approvedAt ? formatLocalDay(channel.approvedAt, locale()) : '–'}
        </CardItem>
        {isManager && (
          <CardItem name="members">
            <MemberNames members={channel.members} />
          </CardItem>
        )}
      </dl>
      <ChannelActions channel={channel} />
    </li>
  )
}

function CardHeader({
  channel: { channelId, name, handle, thumbnail, page, category },
}: {
  channel: Channel
}) {
  return (
    <div className={`line gap-3 ${styles.head}`}>
      <ChannelPicture channelId={channelId} address={thumbnail} />
      <div className="grow">
        <h3>
          <a className="clamp" href={getChannelPageUrl(page)} target="_blank" rel="noreferrer">
            {name}
            <span className="visually-hidden"> {t('channels:card.newTab')}</span>
          </a>
        </h3>
        <p className="caption">
          {handle && <span className="truncate">{handle}</span>}
          <span>{t(`channels:category.${category}`)}</span>
        </p>
      </div>
    </div>
  )
}

export const CardItem = ({ name, children }: { name: string; children: ReactNode }) => (
  <div data-field={name}>
    <dt>{t(`channels:card.${name}`)}</dt>
    <dd className="break">{children}</dd>
  </div>
)

function MemberNames({ members }: Pick<Channel, 'members'>) {
  if (members.length === 0) return <span className="muted">{t('channels:card.nobody')}</span>
  const named = members.slice(0, maxNamedMembers).map(({ nickname }) => nickname)
  const rest = members.slice(maxNamedMembers)
  return (
    <span title={members.map(({ nickname }) => nickname).join(', ')}>
      {named.join(', ')}
      {rest.length > 0 && (
        <>
          <span aria-hidden="true"> +{rest.length}</span>
          <span className="visually-hidden">, {rest.map(({ nickname }) => nickname).join(', ')}</span>
        </>
      )}
    </span>
  )
}

export const ChannelCardSkeleton = () => (
  <li className={styles.card}>
    <div className={`line gap-3 ${styles.head}`}>
      <Skeleton width="44px" height="44px" isRound />
      <div className="grid grow gap-1">
        <Skeleton width="70%" />
        <Skeleton width="45%" />
      </div>
    </div>
    <Skeleton width="80%" height="24px" />
    <Skeleton width="55%" />
    <div className={styles.actions}>
      <Skeleton height="40px" />
      <Skeleton width="30%" />
    </div>
  </li>
)
