import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Channel } from '#contract/channels.ts'
import { ChannelPicture } from '#islands/ui/ChannelPicture.tsx'
import { Skeleton } from '#islands/ui/Skeleton.tsx'
import { $isManager } from '#lib/api/session.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { ChannelActions, ChannelNotes } from './ChannelActions.tsx'
import styles from './ChannelCard.module.css'
import { getChannelPageUrl } from './channel-page-url.ts'
import { formatMomentDay } from './moment.ts'
import { StatusChips } from './StatusChips.tsx'

/** So many members are named. */
const maxNamedMembers = 2

/** A channel: what it is, where it stands, and what to do next. */
export function ChannelCard({ channel }: { channel: Channel }) {
  const isManager = useStore($isManager)
  return (
    <li className={styles.card} data-channel={channel.id}>
      <CardHeader channel={channel} />
      <StatusChips channel={channel} />
      <ChannelNotes channel={channel} />
      <dl className={styles.facts}>
        <CardItem name="registered">{formatMomentDay(channel.registeredAt, locale())}</CardItem>
        <CardItem name="approved">
          {channel.approvedAt ? formatMomentDay(channel.approvedAt, locale()) : '–'}
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
    <div className={styles.head}>
      <ChannelPicture channelId={channelId} address={thumbnail} />
      <div>
        <h3>
          <a href={getChannelPageUrl(page)} target="_blank" rel="noreferrer">
            {name}
            <span className="visually-hidden"> {t('channels:card.newTab')}</span>
          </a>
        </h3>
        <p>
          {handle && <span>{handle}</span>}
          <span>{t(`channels:category.${category}`)}</span>
        </p>
      </div>
    </div>
  )
}

export const CardItem = ({ name, children }: { name: string; children: ReactNode }) => (
  <div data-fact={name}>
    <dt>{t(`channels:card.${name}`)}</dt>
    <dd>{children}</dd>
  </div>
)

function MemberNames({ members }: Pick<Channel, 'members'>) {
  if (members.length === 0) return <span className={styles.nobody}>{t('channels:card.nobody')}</span>
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

/** Of the size of a card that is there. */
export const ChannelCardSkeleton = () => (
  <li className={styles.card}>
    <div className={styles.head}>
      <Skeleton width="44px" height="44px" />
      <div>
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
