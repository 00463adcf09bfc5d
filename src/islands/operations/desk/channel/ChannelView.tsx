import { useStore } from '@nanostores/react'
import type { ChannelCard } from '#contract/operations/desk/channel-card.ts'
import { usePageTitle } from '#islands/kit/hooks/use-item-page.ts'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { SearchForm } from '#islands/operations/desk/search/SearchForm.tsx'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { Actions } from './Actions.tsx'
import { CardHeader } from './CardHeader.tsx'
import styles from './Channel.module.css'
import { Figures } from './Figures.tsx'
import { History } from './History.tsx'
import { Lanes } from './Lanes.tsx'
import { LatestDays, Statements } from './Lists.tsx'
import { People, Registrations } from './Related.tsx'
import { $channel, $id, card } from './store.ts'

export function ChannelView() {
  const id = useStore($id)
  return (
    <div className={styles.page}>
      <SearchForm />
      {id === null ? <Missing /> : <Card key={id} />}
    </div>
  )
}

const Missing = () => (
  <>
    <h1 className="visually-hidden" tabIndex={-1}>
      {t('desk:views.channel')}
    </h1>
    <section className="card center">
      <Message title={t('desk-channel:missing.title')} text={t('desk-channel:missing.text')}>
        <a className="button" data-kind="primary" href={localizePath('/desk/search', locale())}>
          {t('desk-channel:missing.action')}
        </a>
      </Message>
    </section>
  </>
)

function Card() {
  const { error, isLoading } = useStore(card.$state)
  const channel = useStore($channel)
  usePageTitle(channel?.name ?? null)
  if (channel) return <LoadedCard channel={channel} />
  return (
    <>
      <h1 className="visually-hidden" tabIndex={-1}>
        {t('desk:views.channel')}
      </h1>
      {error && !isLoading ? (
        <section className="card center">
          <LoadFailure title={t('desk-channel:failed')} error={error} onRetry={card.reload} />
        </section>
      ) : (
        <CardSkeleton />
      )}
    </>
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

const CardSkeleton = () => (
  <div className={styles.columns} aria-busy="true">
    <p className="visually-hidden" role="status">
      {t('common:loading')}
    </p>
    <div className={styles.main} aria-hidden="true">
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
