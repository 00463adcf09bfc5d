import { useStore } from '@nanostores/react'
import { exportChannels } from '#contract/reports/channel-report.ts'
import { maxSelectedChannels, maxSharedChannels } from '#contract/reports/reports.ts'
import { Select } from '#islands/kit/forms/Select.tsx'
import { getOrderKey } from '#islands/kit/tables/columns/sort-orders.ts'
import { ListControls } from '#islands/kit/tables/ListControls.tsx'
import { ListSection } from '#islands/kit/tables/ListSection.tsx'
import { ListSkeleton } from '#islands/kit/tables/ListSkeleton.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { ExportButton } from '#islands/kit/ui/ExportButton.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { shareChannels } from '#islands/reports/frame/sharing/draft.ts'
import { pickListScope } from '#islands/reports/state/filter.ts'
import {
  formatPosition,
  showFirstPage,
  showNextPage,
  showPreviousPage,
} from '#islands/reports/state/paging.ts'
import { pickTime } from '#islands/reports/state/time.ts'
import { NothingInPeriod } from '#islands/reports/video-list/NoVideos.tsx'
import { formatDayRange } from '#lib/format/day.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { ChannelFigures } from './ChannelFigures.tsx'
import styles from './ChannelReport.module.css'
import { getColumnLabel } from './channel-columns.tsx'
import { channelColumnChoice } from './channel-table-columns.ts'
import { type ChannelFilter, channelSortings, pageSizes } from './state/filter.ts'
import { getSelectedIds } from './state/selection.ts'
import {
  $channelFilter,
  channelPage,
  clearSelection,
  searchChannels,
  setPageSize,
  sortChannels,
} from './state/store.ts'
import { useQueryResult } from './state/use-query-result.ts'

export function ChannelsSection() {
  const { answer, stale, error } = useQueryResult(channelPage)
  const { cursor, size } = useStore($channelFilter)
  return (
    <ListSection
      title={t('channel-report:list.title')}
      id="channels-title"
      summary={
        <>
          {answer?.data.range && <ListSummary {...answer.data} range={answer.data.range} />}
          {answer === null && error === null && <SummarySkeleton />}
        </>
      }
      controls={<Controls />}
      note={<SelectionCount />}
      answer={answer}
      isStale={stale}
      failure={
        error && {
          title: t('lists:channelsFailed'),
          error,
          onRetry: channelPage.reload,
          action: cursor && <Button onClick={showFirstPage}>{t('common:pages.first')}</Button>,
        }
      }
      skeleton={
        <ListSkeleton
          rows={size}
          className={styles.list}
          picture={<Skeleton width="44px" height="44px" isRound />}
        />
      }
      empty={({ key, data }) => data.channels.length === 0 && <NoChannels query={key} />}
      pager={({ data: { channels, nextCursor, total } }) =>
        cursor || nextCursor
          ? {
              label: t('channel-report:list.pages'),
              position: formatPosition({ rows: channels.length, total, size }),
              onPrevious: cursor ? showPreviousPage : undefined,
              onNext: nextCursor && !stale ? () => showNextPage(nextCursor) : undefined,
            }
          : null
      }
    >
      {({ data }) => <ChannelFigures page={data} />}
    </ListSection>
  )
}

/** Reserves the width of the summary, which decides whether the controls need their own row. */
const SummarySkeleton = () => (
  <Skeleton>
    {formatDayRange('2026-11-01', '2026-11-28', locale())}
    {` · ${t('lists:channelTotal', { count: 10, total: formatNumber(10, locale()) })}`}
  </Skeleton>
)

function ListSummary({ range, total }: { range: { from: string; to: string }; total: number }) {
  return (
    <>
      <span>{formatDayRange(range.from, range.to, locale())}</span>
      {' · '}
      <span role="status">
        {t('lists:channelTotal', { count: total, total: formatNumber(total, locale()) })}
      </span>
    </>
  )
}

function Controls() {
  const filter = useStore($channelFilter)
  return (
    <ListControls
      search={{
        label: t('channel-report:list.search'),
        value: filter.search ?? '',
        onChange: searchChannels,
      }}
      sort={{
        label: t('common:sort'),
        current: filter,
        sortings: channelSortings,
        text: ({ sort, order }) => t(getOrderKey('reports', `${sort}-${order}`)),
        onSort: sortChannels,
        isForCards: true,
      }}
      columns={{ choice: channelColumnChoice, label: getColumnLabel }}
      file={<ExportChannels />}
    >
      <Select
        label={t('channel-report:list.size')}
        value={String(filter.size)}
        options={pageSizes.map((count) => ({
          value: String(count),
          label: t('channel-report:list.perPage', { count }),
        }))}
        onChange={(value) => setPageSize(Number(value))}
      />
    </ListControls>
  )
}

function ExportChannels() {
  const { search, sort, order, ...filter } = useStore($channelFilter)
  const columns = useStore(channelColumnChoice.$wanted).join()
  const query = { ...pickTime(filter), ...pickListScope(filter), search, sort, order, columns }
  return <ExportButton endpoint={exportChannels} query={query} table={t('channel-report:list.title')} />
}

function SelectionCount() {
  const { selected } = useStore($channelFilter)
  const channelIds = getSelectedIds(selected)
  const count = channelIds.length
  const key = count === 0 ? 'hint' : count < maxSelectedChannels ? 'count' : 'all'
  return (
    <div className={styles.selection}>
      <p role="status">{t(`channel-report:chosen.${key}`, { count, max: maxSelectedChannels })}</p>
      {count > 0 && (
        <>
          <button type="button" className="button small" onClick={() => shareSelected(channelIds)}>
            {t('channel-report:chosen.share')}
          </button>
          <button type="button" className="button small" onClick={clearSelection}>
            {t('lists:clearSelection')}
          </button>
        </>
      )}
    </div>
  )
}

function shareSelected(channelIds: readonly string[]): void {
  if (channelIds.length <= maxSharedChannels) shareChannels({ channelIds, name: null })
  else notify('info', t('channel-report:chosen.shareMany', { count: maxSharedChannels }))
}

type ListQuery = Omit<ChannelFilter, 'selected'>

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
        <Button onClick={() => searchChannels('')}>{t('lists:showAllChannels')}</Button>
      </Message>
    )
  }
  return <NothingInPeriod title={t('channel-report:empty.period')} period={period} />
}
