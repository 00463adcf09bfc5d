import { useStore } from '@nanostores/react'
import type { ChannelPage } from '#contract/channel-report.ts'
import { LoadFailure } from '#islands/reports/LoadFailure.tsx'
import { choosePeriod, showFirstPage, showNextPage, showPreviousPage } from '#islands/reports/store.ts'
import type { ApiError } from '#lib/api.ts'
import { $screen } from '#lib/screen.ts'
import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Message } from '#shared/Message.tsx'
import { Pager } from '#shared/Pager.tsx'
import { Skeleton } from '#shared/Skeleton.tsx'
import { ChannelCards } from './ChannelCards.tsx'
import styles from './ChannelReport.module.css'
import { ChannelTable } from './ChannelTable.tsx'
import type { ChannelFilter } from './filter.ts'
import { $channelFilter, channelPage, searchChannels } from './store.ts'

type Asked = Omit<ChannelFilter, 'chosen'>

interface BodyProps {
  answer: { question: Asked; data: ChannelPage } | null
  stale: boolean
  error: ApiError | null
  /** Another page was asked for. */
  onTurn: () => void
}

/** A page of channels, or why there is none. */
export function ChannelsBody({ answer, stale, error, onTurn }: BodyProps) {
  const { cursor, size } = useStore($channelFilter)
  if (error) {
    return (
      <LoadFailure title={t('channel-report:failed.list')} error={error} onRetry={channelPage.reload}>
        {cursor && <Button onClick={showFirstPage}>{t('reports:empty.firstPage')}</Button>}
      </LoadFailure>
    )
  }
  if (answer === null) return <ListSkeleton rows={size} />
  const { channels, nextCursor } = answer.data
  if (channels.length === 0) return <NoChannels asked={answer.question} />
  const turn = (page: () => void) => {
    page()
    onTurn()
  }
  return (
    <>
      <List page={answer.data} />
      {(cursor || nextCursor) && (
        <Pager
          label={t('channel-report:list.pages')}
          previous={t('reports:videos.previous')}
          next={t('reports:videos.next')}
          onPrevious={cursor ? () => turn(showPreviousPage) : undefined}
          onNext={nextCursor && !stale ? () => turn(() => showNextPage(nextCursor)) : undefined}
        />
      )}
    </>
  )
}

/** A table, or on a mobile a card for each channel: the same facts in the same order. */
function List({ page }: { page: ChannelPage }) {
  return useStore($screen) === 'mobile' ? <ChannelCards page={page} /> : <ChannelTable page={page} />
}

function NoChannels({ asked: { cursor, search, period } }: { asked: Asked }) {
  if (cursor) {
    return (
      <Message title={t('channel-report:empty.pastEnd')} text="">
        <Button onClick={showFirstPage}>{t('reports:empty.firstPage')}</Button>
      </Message>
    )
  }
  if (search) {
    return (
      <Message
        title={t('channel-report:empty.search', { search })}
        text={t('channel-report:empty.searchNext')}
      >
        <Button onClick={() => searchChannels('')}>{t('channel-report:empty.showAll')}</Button>
      </Message>
    )
  }
  const longest = period === 'six-months'
  return (
    <Message title={t('channel-report:empty.period')} text={longest ? '' : t('reports:empty.videosNext')}>
      {!longest && <Button onClick={() => choosePeriod('six-months')}>{t('reports:empty.sixMonths')}</Button>}
    </Message>
  )
}

function ListSkeleton({ rows }: { rows: number }) {
  return (
    <div className={styles.waiting} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row}>
          <Skeleton width="44px" height="44px" />
          <span>
            <Skeleton width="50%" />
            <Skeleton width="30%" />
          </span>
        </div>
      ))}
    </div>
  )
}
