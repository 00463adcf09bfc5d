import { useStore } from '@nanostores/react'
import type { ChannelCard } from '#contract/operations/desk/channel-card.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import styles from '#islands/operations/desk/card/Card.module.css'
import { CardPage } from '#islands/operations/desk/card/CardPage.tsx'
import { t } from '#lib/i18n/strings.ts'
import { Actions } from './Actions.tsx'
import { CardHeader } from './CardHeader.tsx'
import { Figures } from './Figures.tsx'
import { History } from './History.tsx'
import { Lanes } from './Lanes.tsx'
import { LatestDays, Statements } from './Lists.tsx'
import { People, Registrations } from './Related.tsx'
import { $channel, $id, card } from './store.ts'

export function ChannelView() {
  const id = useStore($id)
  const channel = useStore($channel)
  return (
    <CardPage
      id={id}
      card={card}
      name={channel?.name ?? null}
      skeleton={skeleton}
      texts={{
        heading: t('desk:views.channel'),
        missing: { title: t('desk-channel:missing.title'), text: t('desk-channel:missing.text') },
        failed: t('desk-channel:failed'),
      }}
    >
      {channel && <LoadedCard key={id} channel={channel} />}
    </CardPage>
  )
}

const LoadedCard = ({ channel }: { channel: ChannelCard }) => (
  <div className={styles.columns}>
    <div className={styles.main}>
      <article className={styles.panel}>
        <CardHeader channel={channel} />
        {channel.figures && <Figures figures={channel.figures} />}
      </article>
      <section className={styles.panel} aria-labelledby="card-lanes">
        <h2 id="card-lanes">{t('desk-channel:lanes.title')}</h2>
        <div className={styles.body}>
          <Lanes channel={channel} />
        </div>
      </section>
      {channel.isSiteVisible && (
        <div className={styles.pair}>
          <Statements statements={channel.statements} />
          <LatestDays figures={channel.figures} />
        </div>
      )}
      <History channel={channel} />
    </div>
    <aside className={styles.aside}>
      <Actions channel={channel} />
      <People channel={channel} />
      <Registrations channel={channel} />
    </aside>
  </div>
)

const skeleton = (
  <div className={styles.columns}>
    <div className={styles.main}>
      <div className={styles.panel}>
        <div className={styles.header}>
          <Skeleton width="56px" height="56px" isRound />
          <Skeleton width="40%" height="28px" />
        </div>
        <div className={styles.body}>
          <Skeleton height="120px" />
        </div>
      </div>
      <div className={styles.panel}>
        <div className={styles.body}>
          <Skeleton height="220px" />
        </div>
      </div>
    </div>
  </div>
)
