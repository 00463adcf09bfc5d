import { useStore } from '@nanostores/react'
import type { ChannelPage } from '#contract/reports/channel-report.ts'
import { ListSkeleton } from '#islands/kit/tables/ListSkeleton.tsx'
import { Pager } from '#islands/kit/tables/Pager.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import {
  formatPosition,
  showFirstPage,
  showNextPage,
  showPreviousPage,
} from '#islands/reports/state/paging.ts'
import { showSixMonths } from '#islands/reports/state/store.ts'
import type { ApiError } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { ChannelFigures } from './ChannelFigures.tsx'
import styles from './ChannelReport.module.css'
import type { ChannelFilter } from './state/filter.ts'
import { $channelFilter, channelPage, searchChannels } from './state/store.ts'

type ListQuery = Omit<ChannelFilter, 'selected'>

interface ChannelsBodyProps {
  answer: { key: ListQuery; data: ChannelPage } | null
  stale: boolean
  error: ApiError | null
  onPageChange: () => void
}

export function ChannelsBody({ answer, stale, error, onPageChange }: ChannelsBodyProps) {
  const { cursor, size } = useStore($channelFilter)
  if (error) {
    return (
      <LoadFailure title={t('channel-report:failed.list')} text={error.message} onRetry={channelPage.reload}>
        {cursor && <Button onClick={showFirstPage}>{t('common:pages.first')}</Button>}
      </LoadFailure>
    )
  }
  if (answer === null)
    return (
      <ListSkeleton
        rows={size}
        className={styles.list}
        picture={<Skeleton width="44px" height="44px" isRound />}
      />
    )
  const { channels, nextCursor } = answer.data
  if (channels.length === 0) return <NoChannels query={answer.key} />
  const changePage = (page: () => void) => {
    page()
    onPageChange()
  }
  return (
    <>
      <ChannelFigures page={answer.data} />
      {(cursor || nextCursor) && (
        <Pager
          label={t('channel-report:list.pages')}
          position={formatPosition({ rows: channels.length, total: answer.data.total, size })}
          onPrevious={cursor ? () => changePage(showPreviousPage) : undefined}
          onNext={nextCursor && !stale ? () => changePage(() => showNextPage(nextCursor)) : undefined}
        />
      )}
    </>
  )
}

function NoChannels({ query: { cursor, search, period } }: { query: ListQuery }) {
  if (cursor) {
    return (
      <Message title={t('channel-report:empty.pastEnd')} text="">
        <Button onClick={showFirstPage}>{t('common:pages.first')}</Button>
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
  const isLongestPeriod = period === 'six-months'
  return (
    <Message
      title={t('channel-report:empty.period')}
      text={isLongestPeriod ? '' : t('reports:empty.videosNext')}
    >
      {!isLongestPeriod && <Button onClick={showSixMonths}>{t('reports:empty.sixMonths')}</Button>}
    </Message>
  )
}
