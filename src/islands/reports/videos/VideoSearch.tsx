import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { maxSearchLength } from '#contract/platform/params.ts'
import { exportVideos } from '#contract/reports/videos.ts'
import { SearchField } from '#islands/kit/forms/SearchField.tsx'
import { ColumnMenu } from '#islands/kit/tables/columns/ColumnMenu.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { ExportButton } from '#islands/kit/ui/ExportButton.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import report from '#islands/reports/frame/Report.module.css'
import { formatVideoCount } from '#islands/reports/metrics/format-count.ts'
import { $filter } from '#islands/reports/state/filter.ts'
import { showSixMonths } from '#islands/reports/state/store.ts'
import { pickTime } from '#islands/reports/state/time.ts'
import { useVideoTotals } from '#islands/reports/state/use-video-totals.ts'
import { VideoListSkeleton } from '#islands/reports/video-list/VideoListSkeleton.tsx'
import { VideoSortSelect } from '#islands/reports/video-list/VideoSortSelect.tsx'
import { getColumnLabel } from '#islands/reports/video-list/video-columns.tsx'
import { videoColumnChoice } from '#islands/reports/video-list/video-table-columns.ts'
import { isSameKey } from '#lib/api/query.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { InfiniteVideoList } from './InfiniteVideoList.tsx'
import { $videoRows, firstPage, listTotals } from './state/infinite-list.ts'
import { searchVideos } from './state/store.ts'

export function VideoSearch() {
  const { key, result, error } = useStore(firstPage.$state)
  const { search } = useStore($filter)
  const stale = result !== null && !isSameKey(result.key, key)
  const section = useRef<HTMLElement>(null)
  useScrollToTopOnNewList(section)
  useEffect(() => {
    if (error && !stale && result) notify('error', t('reports:failed.stale'))
  }, [error, stale, result])
  return (
    <section ref={section} className="card" aria-busy={stale || (result === null && error === null)}>
      <div className={report.listHead}>
        <ListTitle />
        <div className={`row justify-end gap-2 min-0 ${report.listControls}`}>
          <SearchField
            label={t('video-report:search')}
            value={search ?? ''}
            maxLength={maxSearchLength}
            onChange={searchVideos}
          />
          <VideoSortSelect />
          <ColumnMenu choice={videoColumnChoice} label={getColumnLabel} />
          <ExportResults />
        </div>
      </div>
      <div data-stale={(stale && error === null) || undefined}>
        <ListBody failed={error !== null && (stale || result === null)} />
      </div>
    </section>
  )
}

function ExportResults() {
  const { member, channel, search, sort, order, ...filter } = useStore($filter)
  const columns = useStore(videoColumnChoice.$wanted).join()
  const query = { ...pickTime(filter), member, channel, search, sort, order, columns }
  return <ExportButton endpoint={exportVideos} query={query} table={t('video-report:videos.title')} />
}

function ListTitle() {
  const rows = useStore($videoRows)
  const range = rows?.range
  const totals = useVideoTotals(listTotals)
  return (
    <div>
      <h2 id="videos-title">{t('video-report:videos.title')}</h2>
      <p className="note">
        {range && formatDayRange(range.from, range.to, locale())}
        {range && ' · '}
        <span role="status">{totals && formatVideoCount(totals.total)}</span>
      </p>
    </div>
  )
}

function ListBody({ failed }: { failed: boolean }) {
  const { error } = useStore(firstPage.$state)
  const rows = useStore($videoRows)
  if (failed && error)
    return <LoadFailure title={t('reports:failed.videos')} text={error.message} onRetry={firstPage.reload} />
  if (rows === null) return <VideoListSkeleton />
  return rows.videos.length === 0 ? <NoVideos {...rows.key} /> : <InfiniteVideoList rows={rows} />
}

function NoVideos({ search, period }: { search?: string; period: string }) {
  const isLongestPeriod = period === 'six-months'
  const longerPeriodButton = !isLongestPeriod && (
    <Button onClick={showSixMonths}>{t('reports:empty.sixMonths')}</Button>
  )
  if (!search) {
    return (
      <Message title={t('reports:empty.videos')} text={isLongestPeriod ? '' : t('reports:empty.videosNext')}>
        {longerPeriodButton}
      </Message>
    )
  }
  return (
    <Message title={t('video-report:empty.search', { search })} text={t('video-report:empty.searchNext')}>
      <Button onClick={() => searchVideos('')}>{t('video-report:empty.endSearch')}</Button>
      {longerPeriodButton}
    </Message>
  )
}

function useScrollToTopOnNewList(section: React.RefObject<HTMLElement | null>): void {
  const listKey = useStore($videoRows)?.listKey
  const previousKey = useRef(listKey)
  useEffect(() => {
    const isNewList =
      previousKey.current !== undefined && listKey !== undefined && previousKey.current !== listKey
    if (listKey !== undefined) previousKey.current = listKey
    const element = section.current
    if (isNewList && element && element.getBoundingClientRect().top < 0)
      element.scrollIntoView({ block: 'start' })
  }, [listKey, section])
}
