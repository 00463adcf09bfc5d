import { useStore } from '@nanostores/react'
import type { listChannels } from '#contract/channels.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatNumber } from '#lib/format.ts'
import { locale, t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Message } from '#shared/Message.tsx'
import { PagedList } from '#shared/PagedList.tsx'
import { CardSkeleton, ChannelCard } from './ChannelCard.tsx'
import styles from './Channels.module.css'
import { isNarrowed } from './filter.ts'
import { $opened, openAdd } from './opened.ts'
import { RequestCard } from './RequestCard.tsx'
import { list, showAll, showPage } from './store.ts'

const waitingCards = 6

type Question = Parameters<typeof isNarrowed>[0] & { page: number }
type Data = OutputOf<typeof listChannels>

const texts = () => ({
  title: t('channels:list.title'),
  total: (count: number) => t('channels:list.total', { count, total: formatNumber(count, locale()) }),
  stale: t('channels:failed.stale'),
  failed: t('channels:failed.list'),
  pages: t('channels:list.pages'),
  previous: t('channels:list.previous'),
  next: t('channels:list.next'),
})

/** Registrations that wait stand before the first channel of all. */
const requestsOf = (question: Question, { requests }: Data) =>
  question.page === 0 && !isNarrowed(question) ? requests : []

/** The channels, a page at a time; before them the registrations that wait for YouTube. */
export function ChannelList() {
  // Drawn again when a dialog closes, so that the focus finds its place.
  useStore($opened)
  return (
    <PagedList
      list={list}
      texts={texts()}
      onTurn={showPage}
      messageClassName={styles.empty}
      waiting={<Waiting />}
      empty={({ question, data }) =>
        data.channels.length + requestsOf(question, data).length === 0 && (
          <Empty pastEnd={question.page > 0 && data.total > 0} narrowed={isNarrowed(question)} />
        )
      }
    >
      {({ question, data }) => (
        <ul className={styles.cards}>
          {requestsOf(question, data).map((request) => (
            <RequestCard key={request.id} request={request} />
          ))}
          {data.channels.map((channel) => (
            <ChannelCard key={channel.id} channel={channel} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

const Waiting = () => (
  <ul className={styles.cards} aria-hidden="true">
    {Array.from({ length: waitingCards }, (_, at) => at).map((at) => (
      <CardSkeleton key={at} />
    ))}
  </ul>
)

/** Why there is no channel to show, and what to do. */
function Empty({ pastEnd, narrowed }: { pastEnd: boolean; narrowed: boolean }) {
  if (pastEnd) {
    return (
      <Message title={t('channels:empty.pastEnd')} text="">
        <Button onClick={() => showPage(0)}>{t('channels:empty.firstPage')}</Button>
      </Message>
    )
  }
  return narrowed ? (
    <Message title={t('channels:empty.narrowed')} text={t('channels:empty.narrowedNext')}>
      <Button onClick={showAll}>{t('channels:empty.showAll')}</Button>
    </Message>
  ) : (
    <Message title={t('channels:empty.title')} text={t('channels:empty.next')}>
      <Button kind="primary" onClick={openAdd}>
        {t('channels:add.button')}
      </Button>
    </Message>
  )
}
