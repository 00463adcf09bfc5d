import { useCallback } from 'react'
import { VirtualRows } from '#islands/kit/tables/VirtualRows.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { pickListScope } from '#islands/reports/state/filter.ts'
import { pickTime } from '#islands/reports/state/time.ts'
import { useVideoTotals } from '#islands/reports/state/use-video-totals.ts'
import { VideoList } from '#islands/reports/video-list/VideoList.tsx'
import { useVideoTrends, VideoTrendsContext } from '#islands/reports/video-list/video-trends.ts'
import { t } from '#lib/i18n/strings.ts'
import { $videoRows, listTotals, loadMore, retry } from './state/infinite-list.ts'
import { useScrollRestoration } from './state/use-scroll-restoration.ts'
import styles from './state/VideoReport.module.css'

type VideoRows = NonNullable<ReturnType<typeof $videoRows.get>>

/** The next page loads this many rows before the end. */
const prefetchDistance = 40

export function InfiniteVideoList({ rows }: { rows: VideoRows }) {
  useScrollRestoration(rows.listKey)
  const count = rows.videos.length
  const onLastRowChange = useCallback(
    (last: number) => {
      if (last >= count - prefetchDistance && !$videoRows.get()?.failed) void loadMore()
    },
    [count],
  )
  const trends = useVideoTrends(pickTrendQuery(rows.key), rows.listKey, rows.videos)
  const totals = useVideoTotals(listTotals)
  return (
    <VideoTrendsContext value={trends}>
      <VideoList page={rows} totals={totals} virtual={{ Rows: VirtualRows, onLastRowChange }} />
      <ListEnd rows={rows} />
    </VideoTrendsContext>
  )
}

const pickTrendQuery = ({ channel, ...key }: VideoRows['key']) => ({
  ...pickTime(key),
  ...pickListScope(key),
  channel,
})

function ListEnd({ rows: { nextCursor, failed } }: { rows: VideoRows }) {
  if (nextCursor === null) return null
  if (!failed) return <p className={styles.end}>{t('video-report:more.loading')}</p>
  return (
    <div className={styles.end} role="alert">
      <p>{t('video-report:more.failed')}</p>
      <Button onClick={retry}>{t('common:retry')}</Button>
    </div>
  )
}
