import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { ListSection } from '#islands/kit/tables/ListSection.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { formatVideoCount } from '#islands/reports/metrics/format-count.ts'
import { useVideoTotals } from '#islands/reports/state/use-video-totals.ts'
import { LongerPeriod, NothingInPeriod } from '#islands/reports/video-list/NoVideos.tsx'
import { VideoControls } from '#islands/reports/video-list/VideoControls.tsx'
import { VideoListSkeleton } from '#islands/reports/video-list/VideoListSkeleton.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { InfiniteVideoList } from './InfiniteVideoList.tsx'
import { $videoRows, firstPage, listTotals } from './state/infinite-list.ts'
import { searchVideos } from './state/store.ts'

export function VideoSearch() {
  const { key, result, error } = useStore(firstPage.$state)
  const rows = useStore($videoRows)
  const isStale = result !== null && !isSameKey(result.key, key)
  const place = useRef<HTMLDivElement>(null)
  useScrollToTopOnNewList(place)
  useEffect(() => {
    if (error && !isStale && result) notify('error', t('reports:failed.stale'))
  }, [error, isStale, result])
  return (
    <div ref={place} className="min-0">
      <ListSection
        title={t('video-report:videos.title')}
        id="videos-title"
        summary={<Summary />}
        controls={<VideoControls table={t('video-report:videos.title')} hasFile onSearch={searchVideos} />}
        answer={rows}
        isStale={isStale}
        failure={
          error && (isStale || result === null)
            ? { title: t('reports:failed.videos'), error, onRetry: firstPage.reload }
            : null
        }
        skeleton={<VideoListSkeleton />}
        empty={(shown) => shown.videos.length === 0 && <NoVideos {...shown.key} />}
      >
        {(shown) => <InfiniteVideoList rows={shown} />}
      </ListSection>
    </div>
  )
}

function Summary() {
  const range = useStore($videoRows)?.range
  const totals = useVideoTotals(listTotals)
  return (
    <>
      {range && formatDayRange(range.from, range.to, locale())}
      {range && ' · '}
      <span role="status">{totals && formatVideoCount(totals.total)}</span>
    </>
  )
}

function NoVideos({ search, period }: { search?: string; period: string }) {
  if (!search) return <NothingInPeriod title={t('reports:empty.videos')} period={period} />
  return (
    <Message title={t('video-report:empty.search', { search })} text={t('video-report:empty.searchNext')}>
      <Button onClick={() => searchVideos('')}>{t('video-report:empty.endSearch')}</Button>
      <LongerPeriod period={period} />
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
