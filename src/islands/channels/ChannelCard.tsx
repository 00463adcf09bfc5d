import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Channel } from '#contract/channels.ts'
import { $isManager } from '#lib/session.ts'
import { locale, t } from '#lib/strings.ts'
import { ChannelPicture } from '#shared/ChannelPicture.tsx'
import { Skeleton } from '#shared/Skeleton.tsx'
import styles from './Card.module.css'
import { ChannelActions, ChannelNotes } from './ChannelActions.tsx'
import { Chips } from './chips.tsx'
import { dayOf } from './moment.ts'
import { pageAddress } from './page-address.ts'

/** So many members are named. */
const namedMembers = 2

/** A channel: what it is, where it stands, and what to do next. */
export function ChannelCard({ channel }: { channel: Channel }) {
  const isManager = useStore($isManager)
  return (
    <li className={styles.card} data-channel={channel.id}>
      <Head channel={channel} />
      <Chips channel={channel} />
      <ChannelNotes channel={channel} />
      <dl className={styles.facts}>
        <Fact name="registered">{dayOf(channel.registeredAt, locale())}</Fact>
        <Fact name="approved">{channel.approvedAt ? dayOf(channel.approvedAt, locale()) : '–'}</Fact>
        {isManager && (
          <Fact name="members">
            <Members members={channel.members} />
          </Fact>
        )}
      </dl>
      <ChannelActions channel={channel} />
    </li>
  )
}

function Head({ channel: { channelId, name, handle, thumbnail, page, category } }: { channel: Channel }) {
  return (
    <div className={styles.head}>
      <ChannelPicture channelId={channelId} address={thumbnail} />
      <div>
        <h3>
          <a href={pageAddress(page)} target="_blank" rel="noreferrer">
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

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div data-fact={name}>
    <dt>{t(`channels:card.${name}`)}</dt>
    <dd>{children}</dd>
  </div>
)

function Members({ members }: Pick<Channel, 'members'>) {
  if (members.length === 0) return <span className={styles.nobody}>{t('channels:card.nobody')}</span>
  const named = members.slice(0, namedMembers).map(({ nickname }) => nickname)
  const rest = members.slice(namedMembers)
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
export const CardSkeleton = () => (
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
