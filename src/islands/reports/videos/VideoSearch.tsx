import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { exportVideos, searchLength } from '#contract/reports.ts'
import { ExportButton } from '#islands/reports/ExportButton.tsx'
import { LoadFailure } from '#islands/reports/LoadFailure.tsx'
import report from '#islands/reports/Report.module.css'
import { SortSelect } from '#islands/reports/SortSelect.tsx'
import { $filter } from '#islands/reports/scope.ts'
import { choosePeriod } from '#islands/reports/store.ts'
import { VideoListSkeleton } from '#islands/reports/VideoList.tsx'
import { formatNumber } from '#lib/format.ts'
import { formatDayRange } from '#lib/format-day.ts'
import { sameQuestion } from '#lib/query.ts'
import { notify } from '#lib/snackbars.ts'
import { locale, t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Message } from '#shared/Message.tsx'
import { SearchField } from '#shared/SearchField.tsx'
import { LongVideoList } from './LongVideoList.tsx'
import { $rows, firstPage } from './rows.ts'
import { searchVideos } from './store.ts'
import styles from './VideoReport.module.css'

/** Every video, as many as there may be: found by title, sorted, one long list. */
export function VideoSearch() {
  const { question, answer, error } = useStore(firstPage.$state)
  const { search } = useStore($filter)
  const stale = answer !== null && !sameQuestion(answer.question, question)
  const section = useRef<HTMLElement>(null)
  useTopOfNewList(section)
  useEffect(() => {
    if (error && !stale && answer) notify('error', t('reports:failed.stale'))
  }, [error, stale, answer])
  return (
    <section
      ref={section}
      className={`${report.videos} ${styles.videos}`}
      aria-busy={stale || (answer === null && error === null)}
    >
      <div className={styles.videosHead}>
        <ListTitle />
        <div className={styles.tools}>
          <SearchField
            label={t('video-report:search')}
            value={search}
            maxLength={searchLength}
            onChange={searchVideos}
          />
          <SortSelect />
          <ExportFound />
        </div>
      </div>
      <div data-stale={(stale && error === null) || undefined}>
        <ListBody failed={error !== null && (stale || answer === null)} />
      </div>
    </section>
  )
}

/** All videos that are found, in the order of the list. */
function ExportFound() {
  const { period, member, channel, search, sort, order } = useStore($filter)
  const query = {
    period,
    member: member ?? undefined,
    channel: channel ?? undefined,
    search: search || undefined,
    sort,
    order,
  }
  return <ExportButton endpoint={exportVideos} query={query} table={t('video-report:videos.title')} />
}

function ListTitle() {
  const rows = useStore($rows)
  const range = rows?.range
  return (
    <div>
      <h2 id="videos-title">{t('video-report:videos.title')}</h2>
      <p>
        {range && formatDayRange(range.from, range.to, locale())}
        {range && ' · '}
        <span role="status">
          {rows && countText(rows.first.videos.length, rows.videos.length, rows.nextCursor)}
        </span>
      </p>
    </div>
  )
}

/** How many videos there are: exactly once all have been loaded, until then no more than the first page says. */
function countText(atFirst: number, loaded: number, nextCursor: string | null): string {
  const [count, key] = nextCursor === null ? [loaded, 'count'] : [atFirst, 'countMore']
  return t(`video-report:videos.${key}`, { count, number: formatNumber(count, locale()) })
}

function ListBody({ failed }: { failed: boolean }) {
  const { error } = useStore(firstPage.$state)
  const rows = useStore($rows)
  if (failed && error)
    return <LoadFailure title={t('reports:failed.videos')} error={error} onRetry={firstPage.reload} />
  if (rows === null) return <VideoListSkeleton />
  return rows.videos.length === 0 ? <NoVideos {...rows.question} /> : <LongVideoList rows={rows} />
}

function NoVideos({ search, period }: { search: string; period: string }) {
  const longest = period === 'six-months'
  const longer = !longest && (
    <Button onClick={() => choosePeriod('six-months')}>{t('reports:empty.sixMonths')}</Button>
  )
  if (search === '') {
    return (
      <Message title={t('reports:empty.videos')} text={longest ? '' : t('reports:empty.videosNext')}>
        {longer}
      </Message>
    )
  }
  return (
    <Message title={t('video-report:empty.search', { search })} text={t('video-report:empty.searchNext')}>
      <Button onClick={() => searchVideos('')}>{t('video-report:empty.endSearch')}</Button>
      {longer}
    </Message>
  )
}

/** Another list is read from its top. */
function useTopOfNewList(section: React.RefObject<HTMLElement | null>): void {
  const of = useStore($rows)?.of
  const last = useRef(of)
  useEffect(() => {
    const renewed = last.current !== undefined && of !== undefined && last.current !== of
    if (of !== undefined) last.current = of
    const element = section.current
    if (renewed && element && element.getBoundingClientRect().top < 0)
      element.scrollIntoView({ block: 'start' })
  }, [of, section])
}
