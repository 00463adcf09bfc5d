import { useStore } from '@nanostores/react'
import type { listChannels } from '#contract/channels.ts'
import type { EndpointOutput } from '#contract/endpoint.ts'
import { PagedList } from '#islands/tables/PagedList.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { Message } from '#islands/ui/Message.tsx'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $activeDialog, openDialog } from '#lib/navigation/active-dialog.ts'
import { ChannelCard, ChannelCardSkeleton } from './ChannelCard.tsx'
import styles from './Channels.module.css'
import { ClosedChannelCard } from './ClosedChannelCard.tsx'
import { type ChannelsFilter, isFiltered } from './filter.ts'
import { RequestCard } from './RequestCard.tsx'
import { channelList, clearFilters, showPage } from './store.ts'

const skeletonCards = 6

type Data = EndpointOutput<typeof listChannels>

const getTexts = () => ({
  title: t('channels:list.title'),
  total: (count: number) => t('channels:list.total', { count, total: formatNumber(count, locale()) }),
  stale: t('channels:failed.stale'),
  failed: t('channels:failed.list'),
  pages: t('channels:list.pages'),
  previous: t('channels:list.previous'),
  next: t('channels:list.next'),
})

/** Only on the unfiltered first page. */
const getExtraCards = (filter: ChannelsFilter, { requests, closed }: Data) =>
  filter.page === 0 && !isFiltered(filter) ? [...requests, ...closed] : []

export function ChannelList() {
  // Rerenders when a dialog closes, to restore the focus.
  useStore($activeDialog)
  return (
    <PagedList
      list={channelList}
      texts={getTexts()}
      onPageChange={showPage}
      messageClassName="surface"
      skeleton={<ChannelListSkeleton />}
      empty={({ key, data }) =>
        data.channels.length + getExtraCards(key, data).length === 0 && (
          <NoChannels isPastEnd={key.page > 0 && data.total > 0} isFiltered={isFiltered(key)} />
        )
      }
    >
      {({ key, data }) => (
        <ul className={styles.cards}>
          {getExtraCards(key, data).map((card) =>
            'link' in card ? (
              <RequestCard key={`request ${card.id}`} request={card} />
            ) : (
              <ClosedChannelCard key={`closed ${card.id}`} channel={card} />
            ),
          )}
          {data.channels.map((channel) => (
            <ChannelCard key={channel.id} channel={channel} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

const ChannelListSkeleton = () => (
  <ul className={styles.cards} aria-hidden="true">
    {Array.from({ length: skeletonCards }, (_, at) => at).map((at) => (
      <ChannelCardSkeleton key={at} />
    ))}
  </ul>
)

function NoChannels({ isPastEnd, isFiltered }: { isPastEnd: boolean; isFiltered: boolean }) {
  if (isPastEnd) {
    return (
      <Message title={t('channels:empty.pastEnd')} text="">
        <Button onClick={() => showPage(0)}>{t('channels:empty.firstPage')}</Button>
      </Message>
    )
  }
  return isFiltered ? (
    <Message title={t('channels:empty.narrowed')} text={t('channels:empty.narrowedNext')}>
      <Button onClick={clearFilters}>{t('channels:empty.showAll')}</Button>
    </Message>
  ) : (
    <Message title={t('channels:empty.title')} text={t('channels:empty.next')}>
      <Button kind="primary" onClick={() => openDialog('addChannel')}>
        {t('channels:add.button')}
      </Button>
    </Message>
  )
}
